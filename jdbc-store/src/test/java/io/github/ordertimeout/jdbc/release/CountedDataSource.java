package io.github.ordertimeout.jdbc.release;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** Notes the text of every prepared statement; a batch is one. */
final class CountedDataSource {
    private final List<String> statements = new CopyOnWriteArrayList<>();
    private final DataSource dataSource;

    CountedDataSource(DataSource real) {
        dataSource = proxy(DataSource.class, real, (method, result, arguments) -> {
            if (result instanceof Connection connection) {
                return proxy(Connection.class, connection, this::note);
            }
            return result;
        });
    }

    DataSource dataSource() {
        return dataSource;
    }

    /** What was prepared since it was last asked. */
    List<String> drain() {
        List<String> drained = List.copyOf(statements);
        statements.clear();
        return drained;
    }

    private Object note(String method, Object result, Object[] arguments) {
        if (method.equals("prepareStatement")) {
            statements.add((String) arguments[0]);
        }
        return result;
    }

    private interface After {
        Object result(String method, Object result, Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, T real, After after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return after.result(method.getName(), method.invoke(real, arguments), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
