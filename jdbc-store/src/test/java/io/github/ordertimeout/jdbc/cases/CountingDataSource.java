package io.github.ordertimeout.jdbc.cases;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Counts commits and rollbacks of what goes through it. */
final class CountingDataSource extends DelegatingDataSource {
    private final AtomicInteger ends = new AtomicInteger();

    CountingDataSource(DataSource target) {
        super(target);
    }

    @Override
    Connection wrap(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit") || method.getName().equals("rollback")) {
                        ends.incrementAndGet();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    int transactions() {
        return ends.get();
    }

    void reset() {
        ends.set(0);
    }
}
