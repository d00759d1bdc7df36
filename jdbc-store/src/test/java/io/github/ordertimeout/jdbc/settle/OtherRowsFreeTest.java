package io.github.ordertimeout.jdbc.settle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.release.JdbcReleaseLedger;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/**
 * InnoDB locks what a statement walks over. A list of keys that holds a good part of a table is planned as a walk through all of
 * it: somebody who holds any row holds up everybody, and in REPEATABLE READ nobody can insert meanwhile.
 */
@EachDatabase(
        on = {TestServer.MARIADB, TestServer.MYSQL},
        in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class OtherRowsFreeTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final int CLAIMED = 60;
    private static final int ROWS = 200;

    @Parameter
    TestDatabase db;

    @BeforeEach
    void fill() {
        db.withOwnTables();
        String rows = LongStream.rangeClosed(1, ROWS)
                .mapToObj(n -> "('unpaid', 'shop_order', '" + n + "', 'RELEASE', 'stock', 1, 'PENDING', 0, 'owed',"
                        + " timestampadd(second, " + n + ", '2026-03-01 08:00:00'), now(), now(), 'mine')")
                .collect(Collectors.joining(", "));
        db.execute(
                "insert into order_timeout_compensation (rule, source, order_id, kind, type, close_no, state,"
                        + " attempts, reason, next_attempt_at, created_at, updated_at, token) values " + rows,
                "insert into order_timeout_release (source, order_id, close_no, type, rule, reason, actor, token,"
                        + " closed_at) select source, order_id, close_no, type, rule, 'timeout', 'engine', 'mine', now()"
                        + " from order_timeout_compensation");
    }

    @Test
    @DisplayName(
            "promise 6: who claims, postpones or resolves rows neither locks nor waits for any other row of the table")
    void compensations() throws SQLException {
        JdbcCompensationStore store = new JdbcCompensationStore(db.database(), new OwnTables("order_timeout_"));
        whileLocked("order_timeout_compensation", () -> {
            List<CompensationRow> claimed = store.claimDue(NOW, Duration.ofMinutes(1), "token", CLAIMED);
            assertThat(claimed).hasSize(CLAIMED);
            assertThat(store.postpone(claimed.subList(0, CLAIMED / 2), NOW)).isEqualTo(CLAIMED / 2);
            List<Compensation> rest = claimed.subList(CLAIMED / 2, CLAIMED).stream()
                    .map(CompensationRow::what)
                    .toList();
            assertThat(db.database()
                            .<Boolean>inShortTransaction(transaction -> store.resolveAllIn(transaction, rest, "token")))
                    .isTrue();
        });
        assertThat(db.number("select count(*) from order_timeout_compensation")).isEqualTo(ROWS - CLAIMED / 2);
    }

    @Test
    @DisplayName("promise 6: who notes releases as done neither locks nor waits for any other row of the ledger")
    void ledger() throws SQLException {
        Database database = db.database();
        JdbcReleaseLedger ledger = new JdbcReleaseLedger(database, new OwnTables("order_timeout_"));
        List<ReleaseLedger.Row> rows = LongStream.rangeClosed(1, CLAIMED)
                .mapToObj(n -> new ReleaseLedger.Row(new OrderKey("shop_order", Long.toString(n)), 1, "stock"))
                .toList();
        whileLocked(
                "order_timeout_release",
                () -> assertThatCode(() -> database.inShortTransaction(transaction -> {
                            ledger.allDone(rows, NOW, transaction);
                            return true;
                        }))
                        .doesNotThrowAnyException());
        assertThat(db.number("select count(*) from order_timeout_release where done_at is not null"))
                .isEqualTo(CLAIMED);
    }

    private void whileLocked(String table, Runnable work) throws SQLException {
        try (Connection other = db.dataSource().getConnection()) {
            other.setAutoCommit(false);
            other.createStatement()
                    .executeQuery("select * from " + table + " where source = 'shop_order' and order_id = '"
                            + (ROWS - 1) + "' for update");
            work.run();
            other.rollback();
        }
    }
}
