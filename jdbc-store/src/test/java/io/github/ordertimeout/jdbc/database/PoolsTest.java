package io.github.ordertimeout.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class PoolsTest {
    private static final Sql INSERT = Sql.text("INSERT INTO t (id, v) VALUES (1, 1)");
    private static final Sql COUNT = Sql.text("SELECT COUNT(*) FROM t");

    @Parameter
    TestDatabase db;

    @BeforeEach
    void makeTable() {
        db.execute("CREATE TABLE t (id int PRIMARY KEY, v int)");
    }

    @Test
    @DisplayName("on a pool without auto-commit transactions commit, single statements commit, and it stays as it is")
    void poolWithoutAutoCommit() throws SQLException {
        HikariDataSource pool = db.pool(config -> {
            config.setAutoCommit(false);
            config.setMaximumPoolSize(1);
        });
        Database database = db.builder(pool).build();

        database.transactions().inTransaction(tx -> tx.unwrap(Session.class).update(INSERT));
        assertThat(db.number("SELECT COUNT(*) FROM t")).isEqualTo(1);

        database.read(session -> session.update(Sql.text("UPDATE t SET v = 2")));
        assertThat(db.number("SELECT v FROM t")).isEqualTo(2);

        assertThatThrownBy(() -> database.transactions().inTransaction(tx -> {
                    tx.unwrap(Session.class).update(Sql.text("DELETE FROM t"));
                    throw new IllegalStateException("rolls back");
                }))
                .hasMessage("rolls back");
        assertThat(db.number("SELECT COUNT(*) FROM t")).isEqualTo(1);

        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    @Test
    @DisplayName("on a pool without auto-commit each statement of a read sees what others committed meanwhile")
    void readsAreCurrent() {
        HikariDataSource pool = db.pool(config -> {
            config.setAutoCommit(false);
            config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        });
        long[] counts = db.builder(pool).build().read(session -> {
            long before = count(session);
            db.execute("INSERT INTO t (id, v) VALUES (7, 7)");
            return new long[] {before, count(session)};
        });
        assertThat(counts).containsExactly(0, 1);
    }

    @Test
    @DisplayName("a pool of one connection is enough; asking for a second one in the same thread fails at once")
    void poolOfOne() {
        HikariDataSource pool = db.pool(config -> config.setMaximumPoolSize(1));
        Database database = db.builder(pool).build();

        for (int round = 0; round < 3; round++) {
            int id = round;
            database.now();
            database.transactions()
                    .inTransaction(tx ->
                            tx.unwrap(Session.class).update(Sql.text("INSERT INTO t (id, v) VALUES (" + id + ", 0)")));
            assertThat(database.read(PoolsTest::count)).isEqualTo(round + 1);
        }
        assertThatThrownBy(() -> database.transactions().inTransaction(tx -> database.now()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no second one");
        assertThat(database.read(PoolsTest::count)).isEqualTo(3);
    }

    @Test
    @DisplayName("an Error rolls back as an exception does")
    void errorsRollBack() {
        Database database = db.database();
        assertThatThrownBy(() -> database.transactions().inTransaction(tx -> {
                    tx.unwrap(Session.class).update(INSERT);
                    throw new AssertionError("an error");
                }))
                .isInstanceOf(AssertionError.class);
        assertThat(db.number("SELECT COUNT(*) FROM t")).isZero();
    }

    @Test
    @DisplayName(
            "our transactions are READ COMMITTED where the server allows it, and the pool's own isolation comes back")
    void isolation() throws SQLException {
        HikariDataSource pool = db.pool(config -> {
            config.setMaximumPoolSize(1);
            config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        });
        int inside = db.builder(pool).build().transactions().inTransaction(tx -> {
            try {
                return tx.unwrap(Connection.class).getTransactionIsolation();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        try (Connection connection = pool.getConnection()) {
            assertThat(inside)
                    .isEqualTo(
                            db.server().dialect().allowsReadCommitted(connection)
                                    ? Connection.TRANSACTION_READ_COMMITTED
                                    : Connection.TRANSACTION_REPEATABLE_READ);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        }
    }

    @Test
    @DisplayName("an unreachable database is said so by an exception of ours")
    void unreachable() {
        HikariDataSource pool = db.pool(config -> config.setMaximumPoolSize(1));
        pool.close();
        assertThatThrownBy(() -> db.builder(pool).build())
                .isInstanceOf(DatabaseException.class)
                .hasMessageStartingWith("No connection to the database");
    }

    private static long count(Session session) {
        List<Long> counts = session.query(COUNT, row -> row.getLong(1));
        return counts.get(0);
    }
}
