package io.github.ordertimeout.jdbc.testdb;

import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Set;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source whose connections ask a {@link Fault} before and after each statement, commit and rollback. */
public final class FaultyDataSource implements DataSource {
    private static final Set<String> WATCHED = Set.of(
            "execute", "executeQuery", "executeUpdate", "executeLargeUpdate", "executeBatch", "commit", "rollback");

    private final DataSource sound;
    private final Fault fault;

    public FaultyDataSource(DataSource sound, Fault fault) {
        this.sound = sound;
        this.fault = fault;
    }

    /** Breaks things on purpose. */
    public interface Fault {
        /** Asked before the call: what it throws, the call throws without having happened. */
        default void before(Call call) throws SQLException {}

        /** Asked after the call: what it throws, the call throws though it has happened. */
        default void after(Call call) throws SQLException {}
    }

    /**
     * A call.
     *
     * @param what {@code commit}, {@code rollback}, or the statement's text
     * @param connection the connection below: {@code abort} it to lose it for good
     */
    public record Call(String what, Connection connection) {
        /** Loses the connection, as a server or network that goes away does. */
        public SQLException lose() throws SQLException {
            connection.abort(Runnable::run);
            return new SQLException("The connection was lost on purpose", "08006");
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = sound.getConnection();
        return proxy(Connection.class, new Watched(connection, connection, "", fault));
    }

    private record Watched(Object target, Connection connection, String sql, Fault fault) implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            boolean watched = WATCHED.contains(method.getName());
            Call call = new Call(watched ? what(method, arguments) : "", connection);
            if (watched) {
                fault.before(call);
            }
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            if (watched) {
                fault.after(call);
            }
            return wrapped(method, arguments, result);
        }

        private String what(Method method, Object[] arguments) {
            boolean textGiven = arguments != null && arguments.length > 0 && arguments[0] instanceof String;
            return target instanceof Connection ? method.getName() : textGiven ? (String) arguments[0] : sql;
        }

        private Object wrapped(Method method, Object[] arguments, Object result) {
            if (method.getReturnType() == PreparedStatement.class) {
                return proxy(PreparedStatement.class, new Watched(result, connection, (String) arguments[0], fault));
            }
            return method.getReturnType() == Statement.class && target instanceof Connection
                    ? proxy(Statement.class, new Watched(result, connection, "", fault))
                    : result;
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(FaultyDataSource.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
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
        return sound.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return sound.isWrapperFor(type);
    }
}
