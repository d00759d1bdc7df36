package io.github.ordertimeout.applyonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** The helper of the receiving side, with the shipped tables. */
@EachDatabase
class ApplyOnceTest {
    private static final String KEY = "orders:1:1:warehouse";

    @Parameter
    TestDatabase db;

    private final ApplyOnce once = new ApplyOnce();

    @BeforeEach
    void createTables() {
        String script = "%s/V1__apply_once.sql".formatted(db.server().name().toLowerCase(Locale.ROOT));
        try (InputStream sql = ApplyOnce.class.getResourceAsStream(script)) {
            for (String statement : new String(sql.readAllBytes(), StandardCharsets.UTF_8).split(";")) {
                if (!statement.isBlank()) {
                    db.execute(statement);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        db.execute("create table shelf (sku int primary key, available int)", "insert into shelf values (1, 0)");
    }

    private static void giveBack(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("update shelf set available = available + 1 where sku = 1");
        }
    }

    private long available() {
        return db.number("select available from shelf");
    }

    @Test
    @DisplayName("C9 the first call applies, every repetition says so and changes nothing; another key applies")
    void onceEach() throws SQLException {
        assertThat(once.apply(db.dataSource(), KEY, ApplyOnceTest::giveBack)).isTrue();
        assertThat(once.apply(db.dataSource(), KEY, ApplyOnceTest::giveBack)).isFalse();
        assertThat(once.apply(db.dataSource(), KEY.replace(":1:w", ":2:w"), ApplyOnceTest::giveBack))
                .isTrue();
        assertThat(once.apply(db.dataSource(), KEY.toUpperCase(Locale.ROOT), ApplyOnceTest::giveBack))
                .isTrue();
        assertThat(available()).isEqualTo(3);
    }

    @Test
    @DisplayName("eight calls with one key at once: one applies, the others wait for it and say so")
    void race() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 10; round++) {
                String key = KEY + round;
                List<Callable<Boolean>> calls = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    calls.add(() -> once.apply(db.dataSource(), key, ApplyOnceTest::giveBack));
                }
                int applied = 0;
                for (Future<Boolean> call : threads.invokeAll(calls)) {
                    applied += call.get() ? 1 : 0;
                }
                assertThat(applied).isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(available()).isEqualTo(10);
    }

    @Test
    @DisplayName("an effect that fails takes its key with it: the next call applies")
    void failing() throws SQLException {
        assertThatThrownBy(() -> once.apply(db.dataSource(), KEY, connection -> {
                    giveBack(connection);
                    throw new SQLException("no such shelf");
                }))
                .hasMessage("no such shelf");
        assertThat(available()).isZero();
        assertThat(once.apply(db.dataSource(), KEY, ApplyOnceTest::giveBack)).isTrue();
        assertThat(available()).isEqualTo(1);
    }

    @Test
    @DisplayName("inside a transaction of the receiver's: key and effect go its way, and its other work stays")
    void inATransaction() throws SQLException {
        try (Connection connection = db.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(once.apply(connection, KEY, ApplyOnceTest::giveBack)).isTrue();
            connection.rollback();
            assertThat(once.apply(connection, KEY, ApplyOnceTest::giveBack)).isTrue();
            assertThat(once.apply(connection, KEY, ApplyOnceTest::giveBack)).isFalse();
            assertThatThrownBy(() -> once.apply(connection, KEY + "2", failing -> {
                        giveBack(failing);
                        throw new IllegalStateException("caught by the receiver, who commits all the same");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            connection.commit();
            connection.setAutoCommit(true);
            assertThatThrownBy(() -> once.apply(connection, KEY + "3", ApplyOnceTest::giveBack))
                    .hasMessageContaining("setAutoCommit(false)");
        }
        assertThat(available()).isEqualTo(1);
        assertThat(db.column("select applied_key from order_timeout_applied")).containsExactly(KEY);
    }

    @Test
    @DisplayName("a failure that is no repetition is thrown, and keys that do not fit are refused")
    void otherFailures() {
        assertThatThrownBy(() -> new ApplyOnce("missing").apply(db.dataSource(), KEY, ApplyOnceTest::giveBack))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> once.apply(db.dataSource(), "k".repeat(513), ApplyOnceTest::giveBack))
                .hasMessageContainingAll("512", "513");
        assertThatThrownBy(() -> once.apply(db.dataSource(), " ", ApplyOnceTest::giveBack))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ApplyOnce("x; drop table shelf")).hasMessageContaining("no name of a table");
        assertThat(available()).isZero();
    }

    @Test
    @DisplayName("keys are forgotten by the database's clock, older ones only")
    void forget() throws SQLException {
        once.apply(db.dataSource(), KEY, ApplyOnceTest::giveBack);
        try (Connection connection = db.dataSource().getConnection()) {
            assertThat(once.forget(connection, Duration.ofMinutes(1))).isZero();
            assertThat(once.forget(connection, Duration.ofMinutes(-1))).isEqualTo(1);
        }
        assertThat(db.number("select count(*) from order_timeout_applied")).isZero();
    }
}
