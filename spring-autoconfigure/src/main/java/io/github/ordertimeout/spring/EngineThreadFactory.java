package io.github.ordertimeout.spring;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Virtual threads where the application wants them and the JDK has them; this is compiled for one that has not. */
final class EngineThreadFactory {
    private EngineThreadFactory() {}

    static ThreadFactory of(Environment environment) {
        boolean wanted = environment.getProperty("spring.threads.virtual.enabled", Boolean.class, false);
        return wanted && ClassUtils.hasMethod(Thread.class, "ofVirtual") ? virtual() : Thread::new;
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
