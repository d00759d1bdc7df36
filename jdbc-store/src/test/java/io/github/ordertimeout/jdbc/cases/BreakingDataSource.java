package io.github.ordertimeout.jdbc.cases;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Aborts the connection before or after one of the calls that reach the database, counted from 1: statements, batches and
 * commits. After the abort every further call on that connection fails, as on a network that is gone.
 */
final class BreakingDataSource extends DelegatingDataSource {
    private final List<String> calls = new ArrayList<>();
    private int breakAt;
    private boolean afterwards;

    BreakingDataSource(DataSource target) {
        super(target);
    }

    /** From now on: the call of this number is aborted before it reaches the database, or after it took effect. */
    synchronized void breakAt(int call, boolean after) {
        calls.clear();
        breakAt = call;
        afterwards = after;
    }

    /** What has been called since, in order. */
    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    private synchronized boolean isTheOne(String what) {
        calls.add(what);
        return calls.size() == breakAt;
    }

    @Override
    Connection wrap(Connection connection) {
        return proxy(Connection.class, new Breaking(connection, connection, ""));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Wraps a connection and its statements. */
    private final class Breaking implements InvocationHandler {
        private final Object target;
        private final Connection connection;
        private final String sql;

        Breaking(Object target, Connection connection, String sql) {
            this.target = target;
            this.connection = connection;
            this.sql = sql;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            boolean reachesTheDatabase = name.startsWith("execute") || name.equals("commit") || name.equals("rollback");
            if (!reachesTheDatabase) {
                return wrapped(call(method, arguments), name, arguments);
            }
            String text =
                    sql.isEmpty() && arguments != null && arguments.length > 0 ? String.valueOf(arguments[0]) : sql;
            if (!isTheOne(name + " " + text)) {
                return call(method, arguments);
            }
            if (afterwards) {
                call(method, arguments);
            }
            connection.abort(Runnable::run);
            throw new SQLNonTransientConnectionException("connection aborted by the test", "08006");
        }

        private Object call(Method method, Object[] arguments) throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private Object wrapped(Object result, String name, Object[] arguments) {
            if (name.startsWith("prepare") && result instanceof PreparedStatement statement) {
                return proxy(
                        PreparedStatement.class, new Breaking(statement, connection, String.valueOf(arguments[0])));
            }
            if (name.equals("createStatement") && result instanceof Statement statement) {
                return proxy(Statement.class, new Breaking(statement, connection, ""));
            }
            return result;
        }
    }
}
