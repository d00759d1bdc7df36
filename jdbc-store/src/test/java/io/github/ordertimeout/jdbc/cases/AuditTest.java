package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.doctor.Finding.Severity;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What the audit finds, made by hand. */
@EachDatabase
class AuditTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private final Warehouse warehouse = new Warehouse("north");
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    private List<Finding> audit() {
        Settings settings = Shop.settings(RULE);
        return shop.store(db.dataSource(), settings).audit(settings, Duration.ofDays(30));
    }

    private OrderTimeoutEngine engine() {
        return shop.engine(RULE).releaser(warehouse).build();
    }

    private void only(String code, Severity severity, String... words) {
        assertThat(audit()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(code);
            assertThat(finding.severity()).isEqualTo(severity);
            assertThat(finding.message()).contains(words);
        });
    }

    @Test
    @DisplayName("where all is well, over pages of orders and releases that still wait, nothing is said")
    void sound() {
        shop.orders(1, 1_200, HOUR, Optional.empty());
        warehouse.refuse(7);
        shop.run(engine());
        assertThat(shop.compensationRows()).isEqualTo(1);
        assertThat(audit()).isEmpty();
    }

    @Test
    @DisplayName("an order whose owed release somebody has deleted from the compensation table")
    void notReleased() {
        shop.order(1, HOUR).order(2, HOUR);
        warehouse.refuse(2);
        shop.run(engine());
        db.execute("delete from order_timeout_compensation");
        only("not-released", Severity.ERROR, "1 order", ": 2");
    }

    @Test
    @DisplayName(
            "orders that a stale save of the whole row has opened again; many of them are counted, the first ones named")
    void openAgain() {
        shop.orders(1, 1_200, HOUR, Optional.empty());
        shop.run(engine());
        db.execute("update shop_order set status = 0");
        only("released-but-open", Severity.WARNING, "1200 orders", "…");
    }

    @Test
    @DisplayName("an order that the shop set to paid after the close; one that the guard has refunded is none")
    void paid() {
        shop.order(1, HOUR).order(2, HOUR);
        OrderTimeoutEngine engine = shop.engine(RULE)
                .releaser(warehouse)
                .refundIssuer(new RefundDesk())
                .build();
        shop.run(engine);
        engine.guard().confirm("2", "tx2", BigDecimal.TEN);
        shop.run(engine);
        db.execute("update shop_order set status = 1 where id = 1");
        only("paid-after-close", Severity.ERROR, "1 order", ": 1");
    }

    @Test
    @DisplayName("paid after the close where another column than the status says so")
    void paidWhen() {
        shop.order(1, HOUR).order(2, HOUR);
        String rule = RULE.replace("paid-status: 1\n", "paid-when: {payment_state: paid}\n");
        shop.run(shop.engine(rule).build());
        db.execute("update shop_order set payment_state = 'paid' where id = 1");
        Settings settings = Shop.settings(rule);
        assertThat(shop.store(db.dataSource(), settings).audit(settings, Duration.ofDays(30)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo("paid-after-close");
                    assertThat(finding.message()).contains("1 order", ": 1");
                });
    }

    @Test
    @DisplayName("a refund that is owed and that nobody works on, and one that has failed too often")
    void refunds() {
        shop.order(1, HOUR);
        OrderTimeoutEngine engine = engine();
        shop.run(engine);
        engine.guard().confirm("1", "tx1", BigDecimal.TEN);
        assertThat(audit()).isEmpty();
        db.execute("update order_timeout_compensation set state = 'DEAD'");
        only("refund-dead", Severity.ERROR, ": 1");
        db.execute("delete from order_timeout_compensation");
        only("refund-lost", Severity.ERROR, ": 1");
    }

    @Test
    @DisplayName("orders that somebody else closed are told of, as information")
    void elsewhere() {
        shop.order(1, HOUR).order(2, HOUR, "status = 4").order(3, Duration.ofDays(60), "status = 4");
        shop.run(engine());
        only("closed-elsewhere", Severity.INFO, "1 order", ": 2");
    }
}
