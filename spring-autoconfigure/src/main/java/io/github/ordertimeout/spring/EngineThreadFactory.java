package io.github.ordertimeout.spring;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;
import org.springframework.boot.autoconfigure.thread.Threading;
import org.springframework.core.env.Environment;

/** Virtual threads where the application wants them and the JDK has them; this is compiled for one that has not. */
final class EngineThreadFactory {
    private EngineThreadFactory() {}

    static ThreadFactory of(Environment environment) {
        return Threading.VIRTUAL.isActive(environment) ? virtual() : Thread::new;
    }

    private static ThreadFactory virtual() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
            return (ThreadFactory) factory.invoke(builder);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This JDK says that it has virtual threads, and has none", e);
        }
    }
}
