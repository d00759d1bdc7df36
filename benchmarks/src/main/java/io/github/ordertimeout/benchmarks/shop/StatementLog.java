package io.github.ordertimeout.benchmarks.shop;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source that writes down what is sent to the server and how long its answer took: statements, commits and rollbacks, each
 * a round trip. Batches count as one. Thread-safe.
 */
public final class StatementLog {
    private static final Set<String> SENT = Set.of(
            "execute", "executeQuery", "executeUpdate", "executeBatch", "executeLargeUpdate", "executeLargeBatch");
    private static final Set<String> ENDED = Set.of("commit", "rollback");

    private final List<Sent> sent = Collections.synchronizedList(new ArrayList<>());
    private final DataSource dataSource;

    /** Around that pool. */
    public StatementLog(DataSource pool) {
        this.dataSource = proxy(DataSource.class, pool, "");
    }

    /**
     * Something that was sent.
     *
     * @param sql its text
     * @param settings the calls that set its parameters, to be repeated on another statement of the same text
     * @param begun by {@link System#nanoTime}
     * @param nanos until the answer was there
     * @param batch of so many sets of parameters
     * @param thread that sent it
     */
    public record Sent(String sql, List<Setting> settings, long begun, long nanos, int batch, String thread) {}

    /** A call such as {@code setLong(1, 5)}. */
    public record Setting(Method method, List<@Nullable Object> arguments) {}

    /** Through which statements are noted. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** Forgets what was noted. */
    public void clear() {
        sent.clear();
    }

    /** What was noted, in the order of the answers. */
    public List<Sent> sent() {
        synchronized (sent) {
            return List.copyOf(sent);
        }
    }

    private <T> T proxy(Class<T> type, Object target, String sql) {
        return type.cast(Proxy.newProxyInstance(
                StatementLog.class.getClassLoader(), new Class<?>[] {type}, new Noting(target, sql)));
    }

    private final class Noting implements InvocationHandler {
        private final Object target;
        private final String text;
        private List<Setting> settings = new ArrayList<>();
        private int batch;

        Noting(Object target, String text) {
            this.target = target;
            this.text = text;
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
            String name = method.getName();
            long start = System.nanoTime();
            Object result = call(method, arguments);
            if (SENT.contains(name) && target instanceof Statement) {
                note(arguments != null && arguments.length > 0 ? String.valueOf(arguments[0]) : text, start);
            } else if (ENDED.contains(name) && target instanceof Connection) {
                note(name, start);
            } else if (name.equals("setAutoCommit") && target instanceof Connection) {
                // Only a change while a transaction is open is sent; that is a commit, which nobody here leaves to it.
                return result;
            } else if (name.equals("addBatch")) {
                batch++;
            } else if (name.startsWith("set")
                    && target instanceof PreparedStatement
                    && arguments != null
                    && batch == 0) {
                settings.add(new Setting(method, Collections.unmodifiableList(Arrays.asList(arguments.clone()))));
            }
            return wrapped(result, arguments);
        }

        private void note(String sql, long start) {
            sent.add(new Sent(
                    sql,
                    settings,
                    start,
                    System.nanoTime() - start,
                    Math.max(1, batch),
                    Thread.currentThread().getName()));
            settings = new ArrayList<>();
            batch = 0;
        }

        private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        }

        private @Nullable Object wrapped(@Nullable Object result, Object @Nullable [] arguments) {
            if (result instanceof Connection connection && target instanceof DataSource) {
                return proxy(Connection.class, connection, "");
            }
            if (result instanceof PreparedStatement statement) {
                return proxy(PreparedStatement.class, statement, arguments == null ? "" : String.valueOf(arguments[0]));
            }
            if (result instanceof Statement statement && target instanceof Connection) {
                return proxy(Statement.class, statement, "");
            }
            return result;
        }
    }
}
