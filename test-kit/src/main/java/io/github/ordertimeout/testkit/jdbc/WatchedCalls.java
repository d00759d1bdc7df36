package io.github.ordertimeout.testkit.jdbc;

import io.github.ordertimeout.testkit.jdbc.DatabaseCall.Kind;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stands before a connection or one of its statements: notes what reaches the database, and lets faults happen. */
final class WatchedCalls implements InvocationHandler {
    private static final Object[] NOTHING = {};

    private final Object target;
    private final WatchedConnection connection;
    private final Optional<Connection> connectionOfStatement;
    private final Optional<String> preparedSql;

    private WatchedCalls(
            Object target,
            WatchedConnection connection,
            Optional<Connection> connectionOfStatement,
            Optional<String> preparedSql) {
        this.target = target;
        this.connection = connection;
        this.connectionOfStatement = connectionOfStatement;
        this.preparedSql = preparedSql;
    }

    static Connection of(Connection connection, FaultyDataSource owner) {
        WatchedConnection watched = new WatchedConnection(connection, owner);
        return proxy(Connection.class, new WatchedCalls(connection, watched, Optional.empty(), Optional.empty()));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Object[] given = arguments == null ? NOTHING : arguments;
        String name = method.getName();
        if (name.equals("equals") && given.length == 1) {
            return proxy == given[0];
        }
        if (name.equals("getConnection") && connectionOfStatement.isPresent()) {
            return connectionOfStatement.get();
        }
        if (connection.isLost() && method.getDeclaringClass() != Object.class) {
            return whenLost(name);
        }
        Optional<DatabaseCall> call = begun(name, given);
        return call.isPresent()
                ? watched(call.get(), method, given)
                : wrapped(proxy, method, given, run(method, given));
    }

    private @Nullable Object whenLost(String name) throws Throwable {
        return switch (name) {
            case "close", "abort" -> null;
            case "isClosed" -> true;
            case "isValid" -> false;
            default -> throw WatchedConnection.isGone();
        };
    }

    private Optional<DatabaseCall> begun(String name, Object[] given) {
        if (target instanceof Statement) {
            return name.startsWith("execute") ? Optional.of(statement(given)) : Optional.empty();
        }
        return switch (given.length == 0 ? name : "") {
            case "commit" -> Optional.of(connection.owner().begun(Kind.COMMIT, "", false));
            case "rollback" -> Optional.of(connection.owner().begun(Kind.ROLLBACK, "", false));
            default -> Optional.empty();
        };
    }

    private DatabaseCall statement(Object[] given) {
        boolean textGiven = given.length > 0 && given[0] instanceof String;
        String sql = textGiven ? (String) given[0] : preparedSql.orElse("");
        return connection.owner().begun(Kind.STATEMENT, sql, !textGiven && preparedSql.isPresent());
    }

    private @Nullable Object watched(DatabaseCall call, Method method, Object[] given) throws Throwable {
        for (Fault fault : connection.owner().faults()) {
            fault.before(call, connection);
        }
        Object result = run(method, given);
        for (Fault fault : connection.owner().faults()) {
            fault.after(call, connection);
        }
        return result;
    }

    private @Nullable Object run(Method method, Object[] given) throws Throwable {
        try {
            return method.invoke(target, given);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** A connection's statements are watched like it. */
    private @Nullable Object wrapped(Object proxy, Method method, Object[] given, @Nullable Object result) {
        Class<?> type = method.getReturnType();
        if (!(proxy instanceof Connection outer) || result == null || !Statement.class.isAssignableFrom(type)) {
            return result;
        }
        Optional<String> sql =
                given.length > 0 && given[0] instanceof String text ? Optional.of(text) : Optional.empty();
        return proxy(type, new WatchedCalls(result, connection, Optional.of(outer), sql));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(WatchedCalls.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
