package io.github.ordertimeout.jdbc.close;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Writes down what is executed over its connections: statements in order, and commit. */
final class RecordingDataSource implements DataSource {
    private final DataSource target;
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    RecordingDataSource(DataSource target) {
        this.target = target;
    }

    /** What was executed since the last call. */
    List<String> taken() {
        synchronized (log) {
            List<String> taken = List.copyOf(log);
            log.clear();
            return taken;
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = target.getConnection();
        return proxy(Connection.class, connection, (name, arguments, result) -> {
            if (name.equals("commit")) {
                log.add("COMMIT");
            }
            if (result instanceof PreparedStatement statement) {
                return statement(PreparedStatement.class, statement, String.valueOf(arguments[0]));
            }
            return result instanceof Statement statement ? statement(Statement.class, statement, "") : result;
        });
    }

    private <S extends Statement> S statement(Class<S> type, S statement, String prepared) {
        return proxy(type, statement, (name, arguments, result) -> {
            if (name.startsWith("execute")) {
                log.add(arguments == null ? prepared : String.valueOf(arguments[0]));
            }
            return result;
        });
    }

    private interface After {
        Object change(String method, Object[] arguments, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, After after) {
        return type.cast(Proxy.newProxyInstance(
                RecordingDataSource.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return after.change(method.getName(), arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return target.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return target.isWrapperFor(type);
    }
}
