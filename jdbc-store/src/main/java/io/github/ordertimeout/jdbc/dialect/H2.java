package io.github.ordertimeout.jdbc.dialect;

import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.JdbcArray;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** H2. */
record H2(boolean skipLocked) implements Dialect {
    static final String NAME = "h2";

    /** In milliseconds, where JDBC's own getter rounds to seconds. */
    private static final String QUERY_TIMEOUT =
            "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'QUERY_TIMEOUT'";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect withoutSkipLocked() {
        return new H2(false);
    }

    @Override
    public String quote(String identifier) {
        return Quotes.around(identifier, '"');
    }

    @Override
    public String forUpdate(String alias) {
        return forUpdateWaiting(alias) + (skipLocked ? " SKIP LOCKED" : "");
    }

    @Override
    public String forUpdateWaiting(String alias) {
        return " FOR UPDATE";
    }

    /** NUMERIC is not taken as it is. */
    @Override
    public Sql inShard(Sql id, boolean bytes, int shard, int shards) {
        Sql hashed = bytes ? id : Sql.text("CAST(").then(id).then(" AS VARCHAR)");
        return Sql.text("ORA_HASH(").then(hashed).then(", " + (shards - 1) + ") = " + shard);
    }

    @Override
    public int largestInList() {
        return 1000;
    }

    @Override
    public boolean sortsByWholeIndex() {
        return true;
    }

    @Override
    public Finding finding() {
        return Finding.SINGLY;
    }

    /** H2 seeks a list only by the first column of an index; the others would be a filter over all rows of one source. */
    @Override
    public Optional<Sql> asRows(List<String> texts) {
        return Optional.of(Sql.text("UNNEST(").then(JdbcArray.ofTexts(texts)).then(")"));
    }

    @Override
    public Optional<Bound> array(List<String> texts) {
        return Optional.of(JdbcArray.ofTexts(texts));
    }

    @Override
    public Optional<Bound> arrayOfNumbers(List<Long> numbers) {
        return Optional.of(JdbcArray.ofLongs(numbers.toArray(Long[]::new)));
    }

    @Override
    public JoinedUpdate joinedUpdate() {
        return JoinedUpdate.MERGE;
    }

    /** Frozen inside a transaction, which is why {@link Dialect#nowQuery} runs outside. */
    @Override
    public Sql nowQuery() {
        return Sql.text("SELECT CURRENT_TIMESTAMP(6)");
    }

    @Override
    public Instant readNow(ResultSet row) throws SQLException {
        return Instants.readWithOffset(row, 1);
    }

    @Override
    public Bound instant(Instant instant) {
        return Instants.withOffset(instant);
    }

    @Override
    public Instant readInstant(ResultSet row, int column) throws SQLException {
        return Instants.readWithOffset(row, column);
    }

    @Override
    public Restore limit(Connection connection, TimeLimits limits) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long lock = single(statement, "SELECT LOCK_TIMEOUT()");
            // The driver remembers whether there is a limit; only where there is one the server is asked how long.
            long query = statement.getQueryTimeout() == 0 ? 0 : single(statement, QUERY_TIMEOUT);
            set(statement, limits.lockMillis(), limits.statementMillis());
            return restored -> {
                try (Statement again = restored.createStatement()) {
                    set(again, lock, query);
                }
            };
        }
    }

    /** H2 keeps a statement's query time-out for the whole session. */
    @Override
    public boolean queryTimeoutIsLocal() {
        return false;
    }

    private static void set(Statement statement, long lockMillis, long queryMillis) throws SQLException {
        statement.execute("SET LOCK_TIMEOUT " + lockMillis);
        statement.execute("SET QUERY_TIMEOUT " + queryMillis);
    }

    private static long single(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
