package io.github.ordertimeout.jdbc.cases;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** Connections whose commit rolls back and reports success, while the switch is on. */
final class ForgetfulDataSource {
    private ForgetfulDataSource() {}

    static DataSource over(DataSource sound, AtomicBoolean swallows) {
        return proxy(
                DataSource.class,
                sound,
                (method, result) -> result instanceof Connection connection ? forgetful(connection, swallows) : result);
    }

    private static Connection forgetful(Connection sound, AtomicBoolean swallows) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("commit") && swallows.get()) {
                        sound.rollback();
                        return null;
                    }
                    try {
                        return method.invoke(sound, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private interface Change {
        Object of(String method, Object result);
    }

    private static <T> T proxy(Class<T> type, T sound, Change change) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return change.of(method.getName(), method.invoke(sound, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
