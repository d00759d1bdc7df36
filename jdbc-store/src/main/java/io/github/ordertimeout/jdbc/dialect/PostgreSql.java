package io.github.ordertimeout.jdbc.dialect;

import io.github.ordertimeout.jdbc.sql.ArrayText;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** PostgreSQL. */
record PostgreSql(boolean skipLocked) implements Dialect {
    static final String NAME = "postgresql";

    /** What means itself between quotes: no control character, no backslash. */
    private static final Pattern PLAIN = Pattern.compile("[^\\p{Cntrl}\\\\]*");

    /** 64 pages. */
    private static final int LONG_BYTES = 64 * 8192;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect withoutSkipLocked() {
        return new PostgreSql(false);
    }

    @Override
    public String quote(String identifier) {
        return Quotes.around(identifier, '"');
    }

    /** Names the alias: without it the rows of every joined table would be locked too. */
    @Override
    public String forQuantityUpdate(String alias) {
        return " FOR NO KEY UPDATE OF " + alias;
    }

    @Override
    public String forQuantityUpdateOfFree(String alias) {
        return forQuantityUpdate(alias) + (skipLocked ? " SKIP LOCKED" : "");
    }

    @Override
    public String forUpdate(String alias) {
        return forUpdateWaiting(alias) + (skipLocked ? " SKIP LOCKED" : "");
    }

    @Override
    public String forUpdateWaiting(String alias) {
        return " FOR UPDATE OF " + alias;
    }

    /**
     * A list of keys would be planned by statistics, and a table that has just grown has none: everything of one source would be
     * walked for each list.
     */
    @Override
    public Optional<Sql> asRows(List<String> texts) {
        return Optional.of(
                Sql.text("unnest(").then(ArrayText.bound(texts, "text")).then(")"));
    }

    @Override
    public Finding finding() {
        return Finding.KEY_BY_KEY;
    }

    @Override
    public Optional<Bound> array(List<String> texts) {
        return Optional.of(ArrayText.bound(texts, "text"));
    }

    @Override
    public Optional<Bound> arrayOfNumbers(List<Long> numbers) {
        return Optional.of(ArrayText.bound(numbers.stream().map(String::valueOf).toList(), "bigint"));
    }

    @Override
    public boolean seeksRows() {
        return true;
    }

    /** Without a type, so that it becomes the column's. Backslashes mean something under old settings. */
    @Override
    public Optional<Sql> partialIndexLiteral(String canonicalText) {
        return PLAIN.matcher(canonicalText).matches()
                ? Optional.of(Sql.text("'" + canonicalText.replace("'", "''") + "'"))
                : Optional.empty();
    }

    /**
     * By an inequality: what equals an expression is estimated at 0.5 % of the rows, so that a page would be sorted rather than
     * read in the index's order. Text of bytes depends on a setting of the session.
     */
    @Override
    public Sql inShard(Sql id, boolean bytes, int shard, int shards) {
        Sql text = bytes
                ? Sql.text("encode(").then(id).then(", 'hex')")
                : Sql.text("CAST(").then(id).then(" AS text)");
        return Sql.text("abs((hashtext(").then(text).then(") & 2147483647) % " + shards + " - " + shard + ") < 1");
    }

    @Override
    public boolean indexesBesideWriters() {
        return true;
    }

    @Override
    public int largestInList() {
        return 1000;
    }

    /** {@code clock_timestamp()}: unlike {@code now()} it is not frozen by a transaction. */
    @Override
    public Sql nowQuery() {
        return Sql.text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS bigint)");
    }

    @Override
    public Sql nowOfStatement() {
        return Sql.text("SELECT CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS bigint)");
    }

    @Override
    public Instant readNow(ResultSet row) throws SQLException {
        return Instants.ofEpochMicros(row.getLong(1));
    }

    @Override
    public Bound instant(Instant instant) {
        return Instants.withOffset(instant);
    }

    @Override
    public Instant readInstant(ResultSet row, int column) throws SQLException {
        return Instants.readWithOffset(row, column);
    }

    /**
     * SET, not {@code set_config()}: a SELECT would take the snapshot of a REPEATABLE READ transaction too early.
     *
     * <p>With plans of its own for every statement: one that was kept from when a table of ours was empty walks all of it for
     * each key, until somebody analyzes the table (127 ms for 240 keys among 100,000 rows, measured; 1 ms with a fresh plan).
     */
    @Override
    public Restore limit(Connection connection, TimeLimits limits) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL lock_timeout = " + limits.lockMillis()
                    + "; SET LOCAL statement_timeout = " + limits.statementMillis()
                    + "; SET LOCAL plan_cache_mode = force_custom_plan");
        }
        return Restore.NOTHING;
    }

    @Override
    public JoinedUpdate joinedUpdate() {
        return JoinedUpdate.WITH;
    }

    /** By its pages, as the planner sees it, not by statistics. */
    @Override
    public boolean isLong(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT pg_relation_size(to_regclass(?)) >= " + LONG_BYTES)) {
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    /** Not where the shop has rules (CREATE RULE) for its updates, which the server cannot weave in there. */
    @Override
    public boolean changesInWith(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT COUNT(*) FROM pg_catalog.pg_rewrite"
                + " WHERE ev_class = CAST(to_regclass(?) AS oid) AND ev_type = '2'")) {
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getLong(1) == 0;
            }
        }
    }

    @Override
    public Optional<String> orUpdate(List<String> uniqueKey, List<String> columns) {
        return Optional.of(" ON CONFLICT (" + String.join(", ", uniqueKey) + ") DO UPDATE SET "
                + columns.stream()
                        .map(column -> column + " = EXCLUDED." + column)
                        .collect(Collectors.joining(", ")));
    }
}
