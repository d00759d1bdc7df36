package io.github.ordertimeout.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;

@EachDatabase
@Timeout(30)
class LimitsTest {
    private static final TimeLimits SHORT = new TimeLimits(Duration.ofMillis(300), Duration.ofMillis(1500));
    /** Where no lock is waited for: a whole second is the least that MySQL and MariaDB wait for one. */
    private static final TimeLimits SHORTER = new TimeLimits(Duration.ofMillis(300), Duration.ofMillis(600));

    @Parameter
    TestDatabase db;

    @BeforeEach
    void makeTable() {
        db.execute("CREATE TABLE t (id int PRIMARY KEY, v int)", "INSERT INTO t (id, v) VALUES (1, 1)");
    }

    @Test
    @DisplayName("a lock that somebody holds on to ends the wait, not the connection: LOCKED")
    void lockTimeout() throws SQLException {
        try (Connection holder = db.dataSource().getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("UPDATE t SET v = 2 WHERE id = 1");

            Throwable failure =
                    catchThrowable(() -> update(db.builder().limits(SHORT).build()));

            assertThat(FailureClassifier.kind(failure)).isEqualTo(FailureKind.LOCKED);
            holder.rollback();
        }
        assertThat(update(db.database())).isEqualTo(1);
    }

    @Test
    @DisplayName("a statement that runs too long is ended, and no order is to blame for it")
    void statementTimeout() {
        Database database = db.builder().limits(SHORTER).build();
        Throwable failure = catchThrowable(() -> database.transactions()
                .inTransaction(tx -> tx.unwrap(Session.class).query(endless(), row -> row.getLong(1))));
        assertThat(FailureClassifier.kind(failure)).isIn(FailureKind.REFUSED, FailureKind.SYSTEM);
        assertThat(update(database)).isEqualTo(1);
    }

    @Test
    @DisplayName("a read outside transactions is limited too, where that leaves nothing behind")
    void readTimeout() {
        Database database = db.builder().limits(SHORTER).build();
        if (database.dialect().queryTimeoutIsLocal()) {
            Throwable failure =
                    catchThrowable(() -> database.read(session -> session.query(endless(), row -> row.getLong(1))));
            assertThat(FailureClassifier.kind(failure)).isIn(FailureKind.REFUSED, FailureKind.SYSTEM);
        }
        assertThat(update(database)).isEqualTo(1);
    }

    @Test
    @DisplayName("the session's own limits come back, after a commit and after a failure")
    void sessionIsRestored() throws SQLException {
        HikariDataSource pool = db.pool(config -> config.setMaximumPoolSize(1));
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : ownLimits()) {
                statement.execute(sql);
            }
        }
        List<String> before = limits(pool);
        Database database = db.builder(pool).limits(SHORT).build();

        List<String> inside = database.transactions().inTransaction(tx -> read(tx.unwrap(Connection.class)));
        assertThat(inside).isNotEqualTo(before);
        assertThat(limits(pool)).isEqualTo(before);

        Throwable failure = catchThrowable(() -> database.transactions()
                .inTransaction(tx -> tx.unwrap(Session.class).update(Sql.text("UPDATE nowhere SET v = 1"))));
        assertThat(FailureClassifier.kind(failure)).isIn(FailureKind.REFUSED, FailureKind.SYSTEM);
        assertThat(limits(pool)).isEqualTo(before);
        database.read(session -> session.query(Sql.text("SELECT v FROM t"), row -> row.getInt(1)));
        assertThat(limits(pool)).isEqualTo(before);
    }

    @Test
    @DisplayName("limits are set in the application's own transactions as well")
    void applicationTransactions() {
        List<String> calls = new ArrayList<>();
        OwnTransactions theirs =
                new OwnTransactions(ConnectionSource.of(db.dataSource()), Isolation.AS_IT_IS.level(), true);
        Database database = db.builder()
                .transactions(new io.github.ordertimeout.transaction.Transactions() {
                    @Override
                    public <T> T inTransaction(
                            java.util.function.Function<io.github.ordertimeout.transaction.TransactionContext, T>
                                    work) {
                        calls.add("begin");
                        T result = theirs.inTransaction(work);
                        calls.add("commit");
                        return result;
                    }
                })
                .build();
        List<String> inside = database.transactions(SHORT).inTransaction(tx -> read(tx.unwrap(Connection.class)));
        assertThat(calls).containsExactly("begin", "commit");
        assertThat(String.join(" ", inside)).containsPattern(db.server().isMySqlFamily() ? "^1 " : "300");
    }

    private int update(Database database) {
        return database.transactions()
                .inTransaction(tx -> tx.unwrap(Session.class).update(Sql.text("UPDATE t SET v = v + 1 WHERE id = 1")));
    }

    private Sql endless() {
        return Sql.text(
                switch (db.server()) {
                    case H2 -> "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 10000000) a, SYSTEM_RANGE(1, 10000000) b";
                    case POSTGRESQL -> "SELECT 1 FROM pg_sleep(20)";
                    default ->
                        "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
                                + " SELECT COUNT(*) FROM n a, n b, n c, n d WHERE a.i + b.i + c.i + d.i = 0";
                });
    }

    private List<String> ownLimits() {
        return switch (db.server()) {
            case H2 -> List.of("SET LOCK_TIMEOUT 4321", "SET QUERY_TIMEOUT 54321");
            case POSTGRESQL -> List.of("SET lock_timeout = 4321", "SET statement_timeout = 54321");
            default -> List.of("SET SESSION innodb_lock_wait_timeout = 43, SESSION max_statement_time = 54.321");
        };
    }

    private List<String> limits(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            return read(connection);
        }
    }

    private List<String> read(Connection connection) {
        List<String> queries =
                switch (db.server()) {
                    case H2 ->
                        List.of(
                                "SELECT LOCK_TIMEOUT()",
                                "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
                                        + " WHERE SETTING_NAME = 'QUERY_TIMEOUT'");
                    case POSTGRESQL -> List.of("SHOW lock_timeout", "SHOW statement_timeout");
                    default ->
                        List.of("SELECT @@SESSION.innodb_lock_wait_timeout", "SELECT @@SESSION.max_statement_time");
                };
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (String query : queries) {
                try (ResultSet row = statement.executeQuery(query)) {
                    row.next();
                    values.add(row.getString(1));
                }
            }
            return values;
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
