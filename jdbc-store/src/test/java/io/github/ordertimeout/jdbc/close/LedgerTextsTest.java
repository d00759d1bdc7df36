package io.github.ordertimeout.jdbc.close;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.store.Closing;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.store.RuleStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What goes into the ledger's rows, in the statement's text or as parameters, comes out as it was. */
@EachDatabase
class LedgerTextsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.123456Z");
    private static final String RULE = """
            table: orders
            id-column: id
            status-column: status
            open-status: it's new
            closed-status: closed
            created-column: created_at
            timeout: 15m
            time-zone: UTC
            """;
    private static final List<String> IDS = List.of(
            "12",
            "A_b-1.2:3",
            "o'clock",
            "back\\",
            "a\"b",
            "percent%s",
            "x','y'),('",
            "\u96ea",
            " lead",
            "--",
            "/*",
            "{1}");

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("ids, statuses, reasons and actors with quotes, backslashes and other alphabets are kept as they are")
    void texts() {
        String exact = db.server().isMySqlFamily() ? " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "";
        db.execute("CREATE TABLE orders (id varchar(40)" + exact + " PRIMARY KEY, status varchar(20), created_at "
                + (db.server().isMySqlFamily() ? "datetime(6)" : "timestamp(6)") + ")");
        db.withOwnTables();
        for (String id : IDS) {
            db.execute("INSERT INTO orders VALUES ('" + written(id) + "', 'it''s new', '2026-03-01 09:00:00')");
        }
        JdbcOrderStore store = JdbcOrderStore.builder()
                .dataSource(db.dataSource())
                .clock(() -> NOW)
                .build();
        RuleStore rule = store.open(Closing.rule(RULE));
        List<OrderSnapshot> orders = rule.scanner()
                .nextPage(new ScanRequest(rule.scanner().arms().get(0), NOW, Optional.empty(), Optional.empty(), 50))
                .orders();
        close(rule, orders.subList(0, 6), "it's \\ over; \u5173\u95ed", "m'lady");
        close(rule, orders.subList(6, orders.size()), "over", "engine");

        assertThat(db.column("SELECT order_id FROM order_timeout_release")).containsExactlyInAnyOrderElementsOf(IDS);
        assertThat(db.column("SELECT reason FROM order_timeout_release"))
                .filteredOn("it's \\ over; \u5173\u95ed"::equals)
                .hasSize(6);
        assertThat(db.column("SELECT actor FROM order_timeout_release"))
                .filteredOn("m'lady"::equals)
                .hasSize(6);
        assertThat(db.column("SELECT old_status FROM order_timeout_release")).containsOnly("it's new");
        assertThat(store.releases().of(orders.get(0).key()).get(0).closedAt()).isEqualTo(NOW);
        assertThat(store.releases().of(orders.get(11).key()).get(0).closedAt()).isEqualTo(NOW);
    }

    private String written(String id) {
        String doubled = id.replace("'", "''");
        return db.server().isMySqlFamily() ? doubled.replace("\\", "\\\\") : doubled;
    }

    private static void close(RuleStore rule, List<OrderSnapshot> orders, String reason, String actor) {
        assertThat(rule.closer()
                        .close(new CloseBatch(
                                actor + orders.size(),
                                orders,
                                NOW,
                                CloseCause.cancel("unpaid", reason, actor),
                                List.of("none"),
                                InClosingTransaction.NOTHING))
                        .closed())
                .hasSize(orders.size());
    }
}
