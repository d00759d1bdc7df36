package io.github.ordertimeout.applyonce;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Applies each key once, whatever the number of calls: the key is written in the transaction that holds the effect, so that both
 * are there or neither.
 *
 * <pre>{@code
 * ApplyOnce once = new ApplyOnce();
 * boolean first = once.apply(dataSource, key, connection -> {
 *     // give the stock back, on this connection
 * });
 * // Answer "done" in both cases: false means that an earlier call did it.
 * }</pre>
 *
 * <p>Needs one table; {@code V1__apply_once.sql} beside this class creates it, for each database. Of two calls with one key at the
 * same moment the second waits for the first, and applies only if that is rolled back.
 *
 * <p>Thread-safe. Works on PostgreSQL, MySQL, MariaDB and H2.
 */
public final class ApplyOnce {
    /** The table that the shipped scripts create. */
    public static final String TABLE = "order_timeout_applied";

    /** The longest key that fits. */
    public static final int LONGEST_KEY = 512;

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_$.\"`]+");
    private static final int MYSQL_DUPLICATE = 1062;
    private static final String DUPLICATE = "23505";

    private final String table;

    /** Keeps keys in {@value #TABLE}. */
    public ApplyOnce() {
        this(TABLE);
    }

    /** Keeps keys in a table of another name, with the same columns. */
    public ApplyOnce(String table) {
        if (!NAME.matcher(table).matches()) {
            throw new IllegalArgumentException("'" + table + "' is no name of a table");
        }
        this.table = table;
    }

    /** What is to happen once. */
    @FunctionalInterface
    public interface Effect {
        /** Writes on this connection and neither commits nor rolls back. */
        void apply(Connection connection) throws SQLException;
    }

    /**
     * Applies the effect in a transaction of its own, and commits it with the key.
     *
     * @return whether it was applied now; false where an earlier call did it
     * @throws SQLException where nothing is known to have been applied: the caller should be told to call again. Whether a commit
     *     whose answer was lost took effect, that call finds out
     */
    public boolean apply(DataSource dataSource, String key, Effect effect) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            boolean done = false;
            try {
                boolean applied = apply(connection, key, effect);
                connection.commit();
                done = true;
                return applied;
            } finally {
                if (!done) {
                    rollBack(connection);
                }
                if (autoCommit) {
                    connection.setAutoCommit(true);
                }
            }
        }
    }

    /** What made the transaction fail is worth more than that it could not be rolled back: a closed connection is rolled back. */
    private static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The failure that led here is under way to the caller.
        }
    }

    /**
     * Applies the effect in the transaction that this connection is in. Whoever opened that commits it.
     *
     * @param key names the effect, the same in every call: what a remote releaser gets as idempotency key
     * @return whether it was applied now; false where an earlier call did it
     * @throws IllegalStateException if the connection commits by itself: key and effect would not belong together
     */
    public boolean apply(Connection connection, String key, Effect effect) throws SQLException {
        check(key);
        Objects.requireNonNull(effect, "effect");
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "The connection commits by itself: call setAutoCommit(false) first, so that key and effect commit together");
        }
        Savepoint before = connection.setSavepoint();
        boolean done = false;
        try {
            boolean isNew = insert(connection, key);
            if (isNew) {
                effect.apply(connection);
            } else {
                connection.rollback(before);
            }
            done = true;
            return isNew;
        } finally {
            if (!done) {
                undo(connection, before);
            }
        }
    }

    /** Also where a caller catches the exception and commits: a key without its effect must not stay. */
    private static void undo(Connection connection, Savepoint before) {
        try {
            connection.rollback(before);
        } catch (SQLException e) {
            // After a deadlock some databases have rolled back everything, the savepoint included.
            rollBack(connection);
        }
    }

    private boolean insert(Connection connection, String key) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " (applied_key) VALUES (?)")) {
            insert.setString(1, key);
            insert.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == MYSQL_DUPLICATE || DUPLICATE.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private static void check(String key) {
        if (key.isBlank() || key.endsWith(" ") || key.length() > LONGEST_KEY) {
            throw new IllegalArgumentException("A key has 1 to " + LONGEST_KEY
                    + " characters and does not end with a space; this one has " + key.length() + ": '"
                    + key.substring(0, Math.min(80, key.length())) + "'");
        }
    }

    /**
     * Deletes keys that were applied longer ago than that, by the database's clock. A call that still comes for one of them is
     * applied again: keep keys for longer than anybody repeats calls. A release is owed until it is done, so that months are right.
     *
     * @return how many
     */
    public int forget(Connection connection, Duration olderThan) throws SQLException {
        Timestamp now;
        try (Statement clock = connection.createStatement();
                ResultSet row = clock.executeQuery("SELECT CURRENT_TIMESTAMP")) {
            row.next();
            now = row.getTimestamp(1);
        }
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + " WHERE applied_at < ?")) {
            delete.setTimestamp(1, Timestamp.from(now.toInstant().minus(olderThan)));
            return delete.executeUpdate();
        }
    }
}
