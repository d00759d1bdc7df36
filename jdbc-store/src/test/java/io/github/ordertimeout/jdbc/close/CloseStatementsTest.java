package io.github.ordertimeout.jdbc.close;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.CloseResult;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.store.Closing;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.testkit.Gate;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What a close says to the database, and in which order. */
@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class CloseStatementsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final String RULE = """
            table: orders
            id-column: id
            status-column: status
            open-status: 0
            closed-status: 4
            created-column: created_at
            timeout: 15m
            time-zone: UTC
            where-sql: NOT EXISTS (SELECT 1 FROM held h WHERE h.order_id = o.id)
            also-execute[0]: INSERT INTO history (order_id, old_status, reason) VALUES (:id, :old_status, :reason)
            """;

    @Parameter
    TestDatabase db;

    @BeforeEach
    void tables() {
        String time = db.server().isMySqlFamily() ? "datetime(6)" : "timestamp(6)";
        db.execute(
                "CREATE TABLE orders (id bigint PRIMARY KEY, status int NOT NULL, created_at " + time + ")",
                "CREATE INDEX orders_created ON orders (status, created_at, id)",
                "CREATE TABLE held (order_id bigint)",
                "CREATE TABLE history (order_id bigint, old_status int, reason varchar(40))");
        db.withOwnTables();
    }

    @Test
    @DisplayName(
            "the locking read comes first, then payments, ledger, update, ledger rows, the rule's SQL; their number does not grow")
    void order() {
        orders(1, 700);
        FaultyDataSource recording = new FaultyDataSource(db.dataSource());
        RuleStore rule = open(recording);
        List<OrderSnapshot> page = page(rule, 700);
        recording.take();
        assertThat(Closing.close(rule, page.subList(0, 2), NOW).closed()).hasSize(2);
        List<String> two = statements(recording.take());
        assertThat(Closing.close(rule, page.subList(2, 700), NOW).closed()).hasSize(698);
        List<String> many = statements(recording.take());
        // key by key, payments and ledger are one statement
        int together = db.server().isMySqlFamily() ? 0 : 1;
        assertThat(two).hasSize(8 - together);
        assertThat(two.get(0)).startsWith("SELECT").contains("FOR UPDATE").contains("held h");
        assertThat(two.get(1))
                .as("a second look under the locks, since held is another table")
                .isEqualTo(two.get(0));
        assertThat(two.get(2)).startsWith("SELECT").contains("FROM order_timeout_payment");
        assertThat(two.get(3 - together)).contains("close_no");
        assertThat(two.get(4 - together))
                .startsWith("UPDATE")
                .containsIgnoringCase("status")
                .containsIgnoringCase("created_at");
        assertThat(two.get(5 - together)).startsWith("INSERT INTO order_timeout_release");
        assertThat(two.get(6 - together)).startsWith("INSERT INTO history");
        assertThat(two.get(7 - together)).isEqualTo("COMMIT");
        // arrays take any number of ledger rows, else there are 500 per statement
        assertThat(many).hasSize(two.size() + (db.server().isMySqlFamily() ? 1 : 0));
        if (!db.server().isMySqlFamily()) {
            assertThat(many.get(0)).as("one text for any number of orders").isEqualTo(two.get(0));
            assertThat(many.get(4 - together)).isEqualTo(two.get(4 - together));
            assertThat(many.get(5 - together)).isEqualTo(two.get(5 - together));
        }
        assertThat(db.number("SELECT COUNT(*) FROM history WHERE reason = 'timeout' AND old_status = 0"))
                .isEqualTo(700);
        if (db.server().isMySqlFamily()) {
            assertThat(two.get(0)).contains("FORCE INDEX (PRIMARY)");
            assertThat(two.get(4)).contains("FORCE INDEX (PRIMARY)");
        }
    }

    @Test
    @DisplayName("a ledger row that somebody else writes meanwhile is never ignored: all is rolled back")
    void ledgerConflict() throws Exception {
        orders(1, 2);
        FaultyDataSource watched = new FaultyDataSource(db.dataSource());
        RuleStore rule = open(watched);
        List<OrderSnapshot> page = page(rule, 10);
        Gate gate = new Gate();
        watched.inject(Fault.before(DatabaseCall.mentioning("INSERT INTO order_timeout_release"))
                .running(gate::pass));
        try (Connection other = db.dataSource().getConnection()) {
            other.setAutoCommit(false);
            other.createStatement()
                    .executeUpdate(
                            "INSERT INTO order_timeout_release (source, order_id, close_no, type, rule, reason, actor,"
                                    + " token, closed_at) VALUES ('" + rule.source()
                                    + "', '2', 1, 'none', 'unpaid', 'timeout', 'engine', 'theirs', "
                                    + (db.server().isMySqlFamily() ? "'2026-01-01'" : "'2026-01-01 00:00:00+00'")
                                    + ")");
            CompletableFuture<CloseResult> close = CompletableFuture.supplyAsync(() -> Closing.close(rule, page, NOW));
            // its number is drawn; had it come later, it would read our row and draw number 2
            gate.awaitArrival();
            other.commit();
            gate.open();
            other.setAutoCommit(true);
            assertThatThrownBy(close::join).cause().isInstanceOfSatisfying(CloseFailedException.class, failure -> {
                assertThat(failure.kind()).isEqualTo(FailureKind.ORDER);
                assertThat(failure).hasMessageContaining("a bug");
            });
        }
        assertThat(db.number("SELECT COUNT(*) FROM orders WHERE status = 0")).isEqualTo(2);
        assertThat(db.number("SELECT COUNT(*) FROM order_timeout_release")).isEqualTo(1);
        // what was read is committed now, so that the number is free
        assertThat(Closing.close(rule, page, NOW).closed()).hasSize(2);
    }

    @Test
    @DisplayName("C1 four workers over the same orders close each once; a deadlock, which H2 may see, is tried again")
    void workers() {
        orders(1, 400);
        RuleStore rule = open(db.dataSource());
        ConcurrentLinkedQueue<String> closed = new ConcurrentLinkedQueue<>();
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int worker = 0; worker < 4; worker++) {
            int own = worker;
            workers.add(CompletableFuture.runAsync(() -> {
                List<OrderSnapshot> page = page(rule, 400);
                for (int start = 0; start < page.size(); start += 20) {
                    int from = (start + own * 100) % 400;
                    List<OrderSnapshot> part =
                            page.subList(Math.min(from, page.size()), Math.min(from + 20, page.size()));
                    if (!part.isEmpty()) {
                        closed.addAll(closeAsTheEngineDoes(rule, part));
                    }
                }
            }));
        }
        workers.forEach(CompletableFuture::join);
        closed.addAll(Closing.ids(Closing.all(rule, NOW, 100)));
        assertThat(closed).hasSize(400).doesNotHaveDuplicates();
        assertThat(db.number("SELECT COUNT(*) FROM order_timeout_release")).isEqualTo(400);
    }

    private static List<String> closeAsTheEngineDoes(RuleStore rule, List<OrderSnapshot> part) {
        for (int attempt = 1; ; attempt++) {
            try {
                return Closing.ids(Closing.close(rule, part, NOW).closed());
            } catch (CloseFailedException e) {
                if (e.kind() != FailureKind.CONTENTION || attempt == 10) {
                    throw e;
                }
            }
        }
    }

    private RuleStore open(DataSource dataSource) {
        return JdbcOrderStore.builder()
                .dataSource(dataSource)
                .isolation(db.isolation())
                .clock(() -> NOW)
                .build()
                .open(Closing.rule(RULE));
    }

    private static List<OrderSnapshot> page(RuleStore rule, int limit) {
        return rule.scanner()
                .nextPage(new ScanRequest(rule.scanner().arms().get(0), NOW, Optional.empty(), Optional.empty(), limit))
                .orders();
    }

    private void orders(int first, int last) {
        List<String> rows = new ArrayList<>();
        for (int id = first; id <= last; id++) {
            rows.add("(" + id + ", 0, '2026-03-01 09:00:00')");
        }
        db.execute("INSERT INTO orders VALUES " + String.join(", ", rows));
    }

    /** Without what sets time limits. */
    private static List<String> statements(List<DatabaseCall> log) {
        return log.stream()
                .map(DatabaseCall::toString)
                .filter(sql -> !sql.toUpperCase(Locale.ROOT).startsWith("SET ")
                        && !sql.toUpperCase(Locale.ROOT).contains("LOCK_TIMEOUT")
                        && !sql.contains("QUERY_TIMEOUT"))
                .toList();
    }
}
