package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static io.github.ordertimeout.jdbc.cases.Shop.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.Explanation;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Every answer to "why is this order (not) closed?", of a real database. */
@EachDatabase
class ExplainCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String FLAG = RULE.replace("closed-status: 4\n", "") + """
            where: {deleted: 0, kind: not draft}
            on-close: {deleted: 1}
            """;

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    private static Explanation one(OrderTimeoutEngine engine, String idOrNumber) {
        List<Explanation> all = engine.explain(idOrNumber);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static void says(OrderTimeoutEngine engine, String id, String verdict, String... firstReasons) {
        Explanation said = one(engine, id);
        assertThat(said.verdict()).as("%s", said).isEqualTo(verdict);
        assertThat(said.closable()).isEqualTo(verdict.equals("closable"));
        assertThat(said.reasons().stream().limit(firstReasons.length))
                .as("%s", said)
                .containsExactly(firstReasons);
    }

    @Test
    @DisplayName("not found, by id or number; found by either")
    void found() {
        shop.order(1, HOUR);
        OrderTimeoutEngine engine = shop.engine(RULE).build();
        assertThat(engine.explain("2")).isEmpty();
        assertThat(engine.explain("N2")).isEmpty();
        assertThat(engine.explain("no id at all")).isEmpty();
        says(engine, "N1", "closable", "Every condition holds; the next pass closes it");
        assertThat(one(engine, "1").number()).contains("N1");
    }

    @Test
    @DisplayName("not matching: each condition that does not hold, with the row's value")
    void notMatching() {
        shop.order(1, HOUR, "status = 7")
                .order(2, HOUR, "deleted = 1, kind = 'gift'")
                .order(3, HOUR, "kind = null");
        OrderTimeoutEngine engine = shop.engine(RULE, "where: {deleted: 0, kind: not gift}", "where-sql: o.id <> 3")
                .build();
        says(engine, "1", "not-matching", "status is 7, not 0");
        assertThat(one(engine, "2").verdict()).isEqualTo("not-matching");
        assertThat(lower(engine, "2"))
                .containsExactly("`deleted` is 1; the rule wants 0", "`kind` is gift; the rule wants not gift");
        says(engine, "3", "not-matching", "where-sql does not hold");
    }

    @Test
    @DisplayName("not due: when it closes, grace included; never; too old")
    void due() {
        shop.order(1, Duration.ofMinutes(10)).order(2, HOUR, "kind = 'cod'").order(3, Duration.ofDays(9));
        OrderTimeoutEngine engine = shop.engine(
                        RULE, "grace: 5m", "max-age: 7d", "timeouts-by:", "  - {where: {kind: cod}, timeout: never}")
                .build();
        says(
                engine,
                "1",
                "not-due",
                "Its time to pay has not run out: it closes at " + START.plus(Duration.ofMinutes(25)));
        assertThat(one(engine, "1").dueAt()).contains(START.plus(Duration.ofMinutes(20)));
        says(engine, "2", "not-matching");
        assertThat(one(engine, "2").reasons().get(0)).contains("never runs out", "says never");
        says(engine, "3", "too-old", "It was made longer ago than max-age; it is counted, not closed");
    }

    @Test
    @DisplayName("held back and deferred by a policy, and by one that throws")
    void policies() {
        shop.order(1, HOUR).order(2, HOUR).order(3, HOUR);
        OrderTimeoutEngine engine = shop.engine(RULE)
                .policy((order, context) -> switch (order.id()) {
                    case "1" -> Verdict.skip("group-buy");
                    case "2" -> Verdict.defer("fraud-check", START.plus(HOUR));
                    default -> throw new IllegalStateException("no such customer");
                })
                .build();
        says(engine, "1", "held", "Held back: group-buy");
        says(engine, "2", "deferred", "Deferred until " + START.plus(HOUR) + ": fraud-check");
        says(engine, "3", "held");
        assertThat(one(engine, "3").reasons().get(0)).contains("no such customer");
    }

    @Test
    @DisplayName("signs of a payment: which column, and its value; money that the guard has taken")
    void inconsistent() {
        shop.order(1, HOUR, "paid_at = " + Shop.at(START.minusSeconds(90)));
        shop.order(2, HOUR, "kind = 'paid by card'")
                .order(3, HOUR, "payment_state = 'paid'")
                .order(4, HOUR);
        shop.order(5, HOUR, "expires_at = created_at");
        OrderTimeoutEngine engine = shop.engine(
                        RULE,
                        "paid-evidence: {paid_at: not null, kind: paid by card}",
                        "paid-evidence-sql: o.expires_at is not null",
                        "paid-when: {payment_state: paid}",
                        "amount-column: amount_due")
                .build();
        String first = "It is open but shows signs of a payment (paid-evidence); it is never closed";
        says(engine, "1", "inconsistent", first);
        assertThat(lower(engine, "1").get(1))
                .startsWith("`paid_at` is 2026-03-01t09:58:30")
                .endsWith(" (paid-evidence)");
        assertThat(lower(engine, "2").get(1)).isEqualTo("`kind` is paid by card (paid-evidence)");
        assertThat(one(engine, "5").reasons()).startsWith(first, "paid-evidence-sql holds");
        says(engine, "3", "paid", "It is paid: it meets paid-when");
        engine.guard().confirm("4", "tx4", BigDecimal.TEN);
        shop.change(4, "status = 0, payment_state = 'awaiting'");
        says(
                engine,
                "4",
                "inconsistent",
                "It is open but the guard has taken money for it; it is never closed",
                "Payment tx4 is paid");
        assertThat(shop.run(engine).closed()).isZero();
    }

    @Test
    @DisplayName(
            "the payment side is asked, and is told of: in progress, paid, no answer; stuck with its row after a while")
    void payment() {
        shop.order(1, Duration.ofMinutes(31)).order(2, Duration.ofMinutes(31)).order(3, Duration.ofMinutes(31));
        OrderTimeoutEngine engine = shop.engine(RULE)
                .paymentGateway(order -> switch (order.id()) {
                    case "1" -> PaymentAnswer.inProgress();
                    case "2" -> PaymentAnswer.notPaid();
                    default -> throw new IllegalStateException("away");
                })
                .build();
        says(
                engine,
                "1",
                "deferred",
                "Its payment holds it open (payment-in-progress), as the payment side says when it is asked; a pass asks again");
        says(engine, "2", "closable");
        says(engine, "3", "deferred");
        assertThat(one(engine, "3").reasons().get(0)).contains("(payment-unknown)");
        shop.pass(HOUR);
        shop.run(engine);
        assertThat(one(engine, "1").verdict()).isEqualTo("stuck");
        assertThat(one(engine, "1").reasons().get(0))
                .contains("which a person should look at: row ", "payment-in-progress", "next at 2026-03-01T11:10");
    }

    @Test
    @DisplayName("in compensation: attempts, the last error, the next attempt")
    void compensation() {
        shop.order(1, HOUR);
        OrderTimeoutEngine engine = shop.engine(RULE)
                .releaser((order, context) -> {
                    throw new IllegalStateException("no such coupon");
                })
                .build();
        shop.run(engine);
        says(engine, "1", "in-compensation");
        assertThat(one(engine, "1").reasons().get(0))
                .startsWith("Its close has failed; it is tried again from the compensation table: row ")
                .contains(", 1 attempt, next at 2026-03-01T10:0", "no such coupon");
    }

    @Test
    @DisplayName("paused, and braked")
    void halted() {
        IntStream.rangeClosed(1, 3).forEach(id -> shop.order(id, HOUR));
        OrderTimeoutEngine engine =
                shop.engine(RULE, "safety: {max-closes-per-pass: 2, floor: 1}").build();
        shop.run(engine);
        says(engine, "1", "braked");
        assertThat(one(engine, "1").reasons().get(0))
                .contains("the rule may close nothing now; brake: 3 orders are overdue", "`resume unpaid` ends that");
        engine.resume("unpaid");
        engine.pause("unpaid", "stock-taking");
        says(engine, "1", "paused");
        assertThat(one(engine, "1").reasons().get(0)).contains("paused: stock-taking");
    }

    @Test
    @DisplayName("closed: when, by which rule or person, for the how many-th time, and what became of each release")
    void closed() {
        shop.order(1, HOUR).item(1, 1, "a", 2).stock("a", 5, 0).order(2, HOUR).order(3, HOUR, "status = 4");
        Warehouse north = new Warehouse("north");
        north.refuse(1);
        OrderTimeoutEngine engine = shop.engine(RULE, INVENTORY).releaser(north).build();
        engine.cancel("2", "customer called", "ann");
        shop.run(engine);
        shop.pass(Duration.ofMinutes(2));
        shop.run(engine);
        says(
                engine,
                "1",
                "closed",
                "Its status 4 is the closed one",
                "Closed at " + START + " by rule unpaid (timeout)",
                "Release inventory: done");
        assertThat(one(engine, "1").reasons().get(3))
                .startsWith("Release north: owed; row ")
                .contains(" attempt", "next at ", "no such article");
        says(
                engine,
                "2",
                "closed",
                "Its status 4 is the closed one",
                "Closed at " + START + " by ann (customer called)",
                "Release inventory: done",
                "Release north: done");
        says(engine, "3", "closed", "Its status 4 is the closed one", "This library did not close it");
        shop.change(2, "status = 0");
        says(engine, "2", "closable");
        assertThat(one(engine, "2").reasons()).contains("Closed at " + START + " by ann (customer called)");
        shop.change(2, "status = 9");
        says(engine, "2", "not-matching", "status is 9, not 0", "Closed at " + START + " by ann (customer called)");
        shop.change(2, "status = 0");
        shop.run(engine);
        assertThat(one(engine, "2").reasons().get(1)).endsWith("by rule unpaid (timeout), for the 2. time");
    }

    @Test
    @DisplayName(
            "closed by a flag: said like a status; deleted by somebody else; another status or condition is no close")
    void flag() {
        shop.order(1, HOUR)
                .item(1, 1, "a", 2)
                .stock("a", 5, 0)
                .order(2, HOUR, "deleted = 1")
                .order(3, HOUR);
        shop.order(4, HOUR, "deleted = 1, status = 1").order(5, HOUR, "kind = 'draft'");
        OrderTimeoutEngine engine = shop.engine(FLAG, INVENTORY).build();
        engine.cancel("3", "double order", "ann");
        shop.run(engine);
        assertThat(one(engine, "1").verdict()).isEqualTo("closed");
        assertThat(lower(engine, "1"))
                .containsExactly(
                        "it bears what a close sets: `deleted` is 1; the rule wants 0",
                        "closed at 2026-03-01t10:00:00z by rule unpaid (timeout)",
                        "release inventory: done");
        assertThat(lower(engine, "3"))
                .startsWith("it bears what a close sets: `deleted` is 1; the rule wants 0")
                .contains("closed at 2026-03-01t10:00:00z by ann (double order)");
        says(engine, "2", "closed");
        assertThat(one(engine, "2").reasons()).endsWith("This library did not close it");
        says(engine, "4", "paid");
        says(engine, "5", "not-matching");
        shop.change(1, "deleted = 0");
        says(engine, "1", "closable");
        assertThat(one(engine, "1").reasons()).contains("Closed at " + START + " by rule unpaid (timeout)");
    }

    private static List<String> lower(OrderTimeoutEngine engine, String id) {
        return one(engine, id).reasons().stream()
                .map(reason -> reason.toLowerCase(Locale.ROOT))
                .toList();
    }
}
