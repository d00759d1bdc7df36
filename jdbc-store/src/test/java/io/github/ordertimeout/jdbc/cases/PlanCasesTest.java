package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.order.OrderSnapshot;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;

/** What a pass would do, told beforehand; and what a pass says of orders that it may not close. */
@EachDatabase
class PlanCasesTest {
    private static final String EVIDENCE = "paid-evidence: {paid_at: not null, payment_state: [paid, captured]}";

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    private static Duration minutes(int minutes) {
        return Duration.ofMinutes(minutes);
    }

    private static RuleReport plan(OrderTimeoutEngine engine) {
        return engine.plan().rules().get("unpaid");
    }

    private static List<String> named(List<OrderSnapshot> orders) {
        return orders.stream().map(OrderSnapshot::displayName).toList();
    }

    private static List<String> signs(List<OrderSnapshot> orders) {
        return orders.stream()
                .map(order -> order.paidSign().orElseThrow().toLowerCase(Locale.ROOT))
                .toList();
    }

    @Test
    @DisplayName("every overdue order by reason, those that would close and those that may not by number, oldest first")
    void reasons() {
        shop.order(1, minutes(50)).order(2, minutes(90)).order(3, minutes(40), "status = 9");
        shop.order(4, minutes(70), "kind = 'group-buy'").order(5, minutes(60), "kind = 'vip'");
        shop.order(6, minutes(80), "payment_state = 'captured'");
        shop.order(7, minutes(95), "paid_at = " + Shop.at(shop.now.minus(minutes(1))));
        shop.order(8, minutes(10)).order(9, Duration.ofDays(40)).order(10, minutes(45), "status = 1");
        OrderTimeoutEngine engine = shop.engine(
                        RULE.replace("open-status: 0", "open-status: [9, 0]"), EVIDENCE, "max-age: 30d")
                .policy((order, context) -> switch (order.id()) {
                    case "4" -> Verdict.skip("group-buy");
                    case "5" -> Verdict.defer("vip", context.now().plus(minutes(5)));
                    default -> Verdict.close();
                })
                .build();
        List<String> before = shop.statuses();
        RuleReport plan = plan(engine);
        assertThat(plan.wouldClose()).isEqualTo(3);
        assertThat(named(plan.firstOpen())).as("over two statuses").containsExactly("N2", "N1", "N3");
        assertThat(plan.reasons()).isEqualTo(Map.of("inconsistent", 2L, "group-buy", 1L, "vip", 1L));
        assertThat(plan.scanned()).isEqualTo(7);
        assertThat(plan.skipped()).isEqualTo(3);
        assertThat(plan.deferred()).isEqualTo(1);
        assertThat(plan.tooOld()).isEqualTo(1);
        assertThat(plan.oldestOverdue()).isEqualTo(minutes(65));
        assertThat(named(plan.firstInconsistent())).containsExactly("N7", "N6");
        assertThat(signs(plan.firstInconsistent()))
                .satisfiesExactly(
                        sign -> assertThat(sign)
                                .startsWith("`paid_at` is 2026-03-01t09:59")
                                .endsWith("(paid-evidence)"),
                        sign -> assertThat(sign).isEqualTo("`payment_state` is captured (paid-evidence)"));
        assertThat(shop.statuses()).isEqualTo(before);
        assertThat(shop.ledgerRows()).isZero();
        RuleReport run = shop.run(engine);
        assertThat(run.closed()).isEqualTo(3);
        assertThat(named(run.firstInconsistent())).containsExactly("N7", "N6");
    }

    @Test
    @DisplayName("of many inconsistent orders the oldest ten are named and all are counted")
    void many() {
        for (int id = 1; id <= 15; id++) {
            shop.order(id, minutes(100 - id), "payment_state = 'paid'");
        }
        RuleReport plan =
                plan(shop.engine(RULE, EVIDENCE, "scan: {batch-size: 4}").build());
        assertThat(plan.inconsistent()).isEqualTo(15);
        assertThat(named(plan.firstInconsistent()))
                .containsExactly("N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9", "N10");
    }

    @Test
    @DisplayName(
            "a pass logs which orders it may not close, with column and value; those that the guard has taken money for too")
    void logged() {
        shop.order(1, minutes(60), "payment_state = 'paid'").order(2, minutes(50));
        OrderTimeoutEngine engine = shop.engine(RULE, EVIDENCE).build();
        engine.guard().confirm("2", "tx", BigDecimal.TEN);
        shop.change(2, "status = 0");
        Logger logger = (Logger) LoggerFactory.getLogger("io.github.ordertimeout.pass");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        Level before = logger.getLevel();
        logger.setLevel(Level.INFO);
        try {
            shop.run(engine);
        } finally {
            logger.setLevel(before);
            logger.detachAppender(lines);
        }
        assertThat(lines.list)
                .extracting(line -> line.getFormattedMessage().toLowerCase(Locale.ROOT))
                .contains("rule unpaid: open, but with signs of a payment, and so not closed:"
                        + " order n1: `payment_state` is paid (paid-evidence);"
                        + " order n2: money has come in for it, as its close found");
    }
}
