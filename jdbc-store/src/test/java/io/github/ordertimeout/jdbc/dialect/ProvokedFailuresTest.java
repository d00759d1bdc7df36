package io.github.ordertimeout.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;

/** The classification against what the servers really say. */
@EachDatabase
@Timeout(60)
class ProvokedFailuresTest {
    @Parameter
    TestDatabase db;

    @BeforeEach
    void makeTable() {
        db.execute(
                "CREATE TABLE t (id int PRIMARY KEY, v varchar(5), n int CHECK (n >= 0))",
                "INSERT INTO t (id, v, n) VALUES (1, 'a', 0), (2, 'b', 0)");
    }

    @Test
    @DisplayName("a row's own data is the order's fault")
    void data() {
        assertKind(FailureKind.ORDER, "INSERT INTO t (id) VALUES (1)");
        assertKind(FailureKind.ORDER, "UPDATE t SET v = 'far too long' WHERE id = 1");
        assertKind(FailureKind.ORDER, "UPDATE t SET n = -1 WHERE id = 1");
        assertKind(FailureKind.ORDER, "UPDATE t SET id = NULL WHERE id = 1");
    }

    @Test
    @DisplayName("what the application raises in a trigger is the order's fault")
    void raised() {
        switch (db.server()) {
            case POSTGRESQL -> assertKind(FailureKind.ORDER, "DO $$ BEGIN RAISE EXCEPTION 'no'; END $$");
            case MARIADB, MYSQL -> assertKind(FailureKind.ORDER, "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'");
            default -> Assumptions.abort("H2 raises nothing in SQL");
        }
    }

    @Test
    @DisplayName("a missing table or column and bad SQL are nobody's order")
    void statements() {
        assertKind(FailureKind.REFUSED, "UPDATE nowhere SET v = 'x'");
        assertKind(FailureKind.REFUSED, "UPDATE t SET nothing = 'x'");
        assertKind(FailureKind.REFUSED, "UPDATE t SETT v = 'x'");
        assertKind(FailureKind.REFUSED, "UPDATE no_schema.t SET v = 'x'");
    }

    @Test
    @DisplayName("no rights is nobody's order")
    void rights() {
        String user = db.server() == TestServer.H2 ? "NOBODY" : "u_" + db.schemaName();
        switch (db.server()) {
            case H2 -> db.execute("CREATE USER " + user + " PASSWORD 'x'");
            case POSTGRESQL ->
                db.execute("CREATE ROLE " + user, "GRANT USAGE ON SCHEMA " + db.schemaName() + " TO " + user);
            default -> db.execute("CREATE USER " + user + "@'%' IDENTIFIED BY 'x'");
        }
        try {
            if (db.server() == TestServer.POSTGRESQL) {
                assertKind(FailureKind.REFUSED, "SET LOCAL ROLE " + user, "UPDATE t SET n = 1");
            } else {
                Throwable failure = catchThrowable(() -> asUser(user));
                // A server may refuse the login already, which is the system's fault: no order is to blame in either
                // case.
                assertThat(FailureClassifier.kind(failure))
                        .as("%s", failure)
                        .isIn(FailureKind.REFUSED, FailureKind.SYSTEM);
            }
        } finally {
            switch (db.server()) {
                case H2 -> {}
                case POSTGRESQL -> db.execute("DROP OWNED BY " + user, "DROP ROLE " + user);
                default -> db.execute("DROP USER " + user + "@'%'");
            }
        }
    }

    @Test
    @DisplayName("a read-only transaction is nobody's order")
    void readOnly() {
        switch (db.server()) {
            case H2 -> Assumptions.abort("H2 is read-only only where its files are");
            case POSTGRESQL -> assertKind(FailureKind.SYSTEM, "SET TRANSACTION READ ONLY", "UPDATE t SET n = 1");
            default -> assertKind(FailureKind.SYSTEM, "COMMIT", "START TRANSACTION READ ONLY", "UPDATE t SET n = 1");
        }
    }

    @Test
    @DisplayName("a connection that was killed is nobody's order")
    void killedConnection() {
        Assumptions.assumeTrue(db.server() != TestServer.H2, "H2 in memory closes with the session it aborts");
        Throwable killed = catchThrowable(() -> db.database().transactions().inTransaction(tx -> {
            Session session = tx.unwrap(Session.class);
            kill(session);
            return session.update(Sql.text("UPDATE t SET n = 1"));
        }));
        assertThat(FailureClassifier.kind(killed)).as("%s", killed).isEqualTo(FailureKind.SYSTEM);
        assertThat(db.number("SELECT MAX(n) FROM t")).isZero();
    }

    @Test
    @DisplayName("a pool that is used up is nobody's order")
    void usedUpPool() throws SQLException {
        HikariDataSource pool = db.pool(config -> {
            config.setMaximumPoolSize(1);
            config.setConnectionTimeout(250);
        });
        Database database = db.builder(pool).build();
        try (Connection only = pool.getConnection()) {
            assertThat(only.isValid(1)).isTrue();
            Throwable usedUp = catchThrowable(database::now);
            assertThat(FailureClassifier.kind(usedUp)).as("%s", usedUp).isEqualTo(FailureKind.SYSTEM);
        }
    }

    @Test
    @DisplayName("two transactions that wait for each other: CONTENTION for the one that is sacrificed")
    void deadlock() throws Exception {
        Database database = db.database();
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        List<Throwable> failures = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Throwable> one = threads.submit(() -> crossing(database, bothHoldOne, 1, 2));
            Future<Throwable> two = threads.submit(() -> crossing(database, bothHoldOne, 2, 1));
            for (Future<Throwable> each : List.of(one, two)) {
                if (each.get(30, TimeUnit.SECONDS) != null) {
                    failures.add(each.get());
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(failures)
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(FailureClassifier.kind(failure))
                        .as("%s", failure)
                        .isEqualTo(FailureKind.CONTENTION));
    }

    @Test
    @DisplayName("a row that changed since a REPEATABLE READ snapshot: CONTENTION, where the server says so at all")
    void serialization() {
        Database database = db.builder().isolation(Isolation.REPEATABLE_READ).build();
        Throwable failure = catchThrowable(() -> database.transactions().inTransaction(tx -> {
            Session session = tx.unwrap(Session.class);
            if (db.server().isMySqlFamily()) {
                session.update(Sql.text("SET SESSION innodb_snapshot_isolation = ON"));
            }
            session.query(Sql.text("SELECT n FROM t"), row -> row.getInt(1));
            db.execute("UPDATE t SET n = 5 WHERE id = 1");
            return session.update(Sql.text("UPDATE t SET n = n + 1 WHERE id = 1"));
        }));
        if (failure == null) {
            Assumptions.abort("this server lets it pass");
        }
        assertThat(FailureClassifier.kind(failure)).as("%s", failure).isEqualTo(FailureKind.CONTENTION);
    }

    private static Throwable crossing(Database database, CyclicBarrier bothHoldOne, int first, int second) {
        return catchThrowable(() -> database.transactions(
                        new TimeLimits(Duration.ofSeconds(20), Duration.ofSeconds(25)))
                .inTransaction(tx -> {
                    Session session = tx.unwrap(Session.class);
                    session.update(Sql.text("UPDATE t SET n = n + 1 WHERE id = " + first));
                    try {
                        bothHoldOne.await(10, TimeUnit.SECONDS);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    return session.update(Sql.text("UPDATE t SET n = n + 1 WHERE id = " + second));
                }));
    }

    private void kill(Session session) {
        switch (db.server()) {
            case POSTGRESQL -> {
                int pid = session.query(Sql.text("SELECT pg_backend_pid()"), row -> row.getInt(1))
                        .get(0);
                db.execute("SELECT pg_terminate_backend(" + pid + ")");
            }
            case MARIADB, MYSQL -> {
                long id = session.query(Sql.text("SELECT CONNECTION_ID()"), row -> row.getLong(1))
                        .get(0);
                db.execute("KILL " + id);
            }
            case H2 -> throw new IllegalArgumentException("H2 in memory closes with the session it aborts");
        }
    }

    private int asUser(String user) {
        HikariDataSource pool = db.pool(config -> {
            config.setJdbcUrl(
                    config.getJdbcUrl().replaceAll("[?&]user=[^&;]*", "?").replaceAll(";.*", ""));
            config.setUsername(user);
            config.setPassword("x");
        });
        return db.builder(pool).build().read(session -> session.update(Sql.text("UPDATE t SET n = 1")));
    }

    private void assertKind(FailureKind kind, String... statements) {
        Throwable failure = catchThrowable(() -> db.database().transactions().inTransaction(tx -> {
            for (String statement : statements) {
                tx.unwrap(Session.class).update(Sql.text(statement));
            }
            return null;
        }));
        assertThat(failure).as(statements[statements.length - 1]).isNotNull();
        assertThat(FailureClassifier.kind(failure)).as("%s", failure).isEqualTo(kind);
    }
}
