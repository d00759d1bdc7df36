package io.github.ordertimeout.jdbc.dialect;

import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What MariaDB and MySQL share. */
abstract class MySqlFamily implements Dialect {
    /** What means itself between quotes in every mode and character set. */
    private static final Pattern PLAIN = Pattern.compile("[0-9A-Za-z_.: -]*");

    private final boolean skipLocked;

    MySqlFamily(boolean skipLocked) {
        this.skipLocked = skipLocked;
    }

    @Override
    public final boolean skipLocked() {
        return skipLocked;
    }

    @Override
    public final String quote(String identifier) {
        return Quotes.around(identifier, '`');
    }

    @Override
    public final String forUpdate(String alias) {
        return forUpdateWaiting(alias) + (skipLocked ? " SKIP LOCKED" : "");
    }

    /** Without the alias, which MariaDB does not take; rows of subqueries are not locked anyway. */
    @Override
    public final String forUpdateWaiting(String alias) {
        return " FOR UPDATE";
    }

    /** In REPEATABLE READ. */
    @Override
    public final boolean locksGaps() {
        return true;
    }

    @Override
    public final JoinedUpdate joinedUpdate() {
        return JoinedUpdate.OUTER_JOIN;
    }

    /** InnoDB locks every row that the chosen index walks over, also those a condition then drops. */
    @Override
    public final String forcePrimaryKey() {
        return " FORCE INDEX (PRIMARY)";
    }

    @Override
    public final String forceIndex(String index) {
        return " FORCE INDEX (" + quote(index) + ")";
    }

    /** In the form for several tables, the only one that takes a hint. */
    @Override
    public final String deleteBy(String table, String index) {
        return "DELETE FROM " + table + " USING " + table + forceIndex(index);
    }

    @Override
    public final Sql inShard(Sql id, boolean bytes, int shard, int shards) {
        return Sql.text("CRC32(").then(id).then(") % " + shards + " = " + shard);
    }

    /** From 1000 on MariaDB turns the list into a materialised join ({@code in_predicate_conversion_threshold}). */
    @Override
    public final int largestInList() {
        return 500;
    }

    /** By UTC_TIMESTAMP, since NOW() follows the session's zone. */
    @Override
    public final Sql nowQuery() {
        return Sql.text("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))");
    }

    @Override
    public final Instant readNow(ResultSet row) throws SQLException {
        return Instants.ofEpochMicros(row.getLong(1));
    }

    /** DATETIME in UTC: no driver shifts a value that has no zone. */
    @Override
    public final Bound instant(Instant instant) {
        return Instants.utcWithoutOffset(instant);
    }

    @Override
    public final Optional<String> literal(String text) {
        return PLAIN.matcher(text).matches() ? Optional.of("'" + text + "'") : Optional.empty();
    }

    @Override
    public final Optional<String> literal(Instant instant) {
        return literal(Instants.utcText(instant));
    }

    @Override
    public final Instant readInstant(ResultSet row, int column) throws SQLException {
        return Instants.readUtcWithoutOffset(row, column);
    }

    /**
     * Somebody's ALTER TABLE is waited for no longer than somebody's row. The old values are kept in user variables of the
     * session: setting and restoring is one round trip each.
     */
    @Override
    public final Restore limit(Connection connection, TimeLimits limits) throws SQLException {
        long lockSeconds = (limits.lockMillis() + 999) / 1000;
        execute(
                connection,
                "SET @order_timeout_lock = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = "
                        + lockSeconds
                        + ", @order_timeout_ddl = @@SESSION.lock_wait_timeout, SESSION lock_wait_timeout = "
                        + lockSeconds + setStatementLimit(limits));
        return restored -> execute(
                restored,
                "SET SESSION innodb_lock_wait_timeout = @order_timeout_lock, @order_timeout_lock = NULL,"
                        + " SESSION lock_wait_timeout = @order_timeout_ddl, @order_timeout_ddl = NULL"
                        + restoreStatementLimit());
    }

    /** Further assignments for the statement limit, or nothing. */
    abstract String setStatementLimit(TimeLimits limits);

    /** Undoes {@link #setStatementLimit}. */
    abstract String restoreStatementLimit();

    /** In READ COMMITTED InnoDB refuses every write while the binary log is kept as statements (error 1665). */
    @Override
    public final boolean allowsReadCommitted(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.log_bin, @@SESSION.binlog_format")) {
            return !row.next() || !row.getBoolean(1) || !"STATEMENT".equalsIgnoreCase(row.getString(2));
        }
    }

    @Override
    public final Optional<String> engineWithoutTransactions(
            Connection connection, Optional<String> schema, String table) throws SQLException {
        return MySqlCatalog.engineWithoutTransactions(connection, schema, table);
    }

    @Override
    public final Optional<String> collationWithoutCase(
            Connection connection, Optional<String> schema, String table, String column) throws SQLException {
        return MySqlCatalog.collationWithoutCase(connection, schema, table, column);
    }

    /** VALUES(): MariaDB has no other form, MySQL still takes it. */
    @Override
    public final Optional<String> orUpdate(List<String> uniqueKey, List<String> columns) {
        return Optional.of(" ON DUPLICATE KEY UPDATE "
                + columns.stream()
                        .map(column -> column + " = VALUES(" + column + ")")
                        .collect(Collectors.joining(", ")));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
