package io.github.ordertimeout.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.TermRule;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.scan.ScanRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every store's scanner does; a store inherits it and {@link OrderCloseContract} and brings a {@link StoreShop}. */
public abstract class OrderScanContract extends StoreSteps {

    @Test
    @DisplayName("A2 only what has run out is found: at the microsecond, not before it, never ahead")
    void neverEarly() {
        Duration term = Duration.ofMinutes(15);
        order(1, term.plus(MICRO));
        order(2, term);
        order(3, term.minus(MICRO));
        order(4, Duration.ZERO);
        order(5, HOUR.negated());
        assertThat(overdue(open(quarterHour()))).containsExactly("1", "2");
    }

    @Test
    @DisplayName("A6 A12 an order's own deadline counts, whatever its age")
    void ownDeadline() {
        order(1, HOUR, "due_at", NOW.plus(Duration.ofDays(30)));
        order(2, HOUR, "due_at", NOW);
        order(3, Duration.ZERO, "due_at", NOW.minus(MICRO));
        order(4, HOUR, "due_at", NOW.plus(MICRO));
        assertThat(overdue(open(Rules.due()))).containsExactly("3", "2");
    }

    @Test
    @DisplayName("without a real deadline, null or zero, the creation time plus the term counts")
    void fallback() {
        order(1, HOUR, "due_at", null);
        order(2, HOUR, "due_at", Instant.EPOCH);
        order(3, HOUR, "due_at", NOW.plus(HOUR));
        order(4, Duration.ofMinutes(1), "due_at", null);
        Map<String, @Nullable Object> nothing = new HashMap<>();
        nothing.put("created_at", null);
        nothing.put("due_at", null);
        order(5, HOUR, nothing);
        order(6, HOUR, "created_at", Instant.EPOCH);
        assertThat(overdue(open(Rules.dueOrCreated("15m")))).containsExactlyInAnyOrder("1", "2");
    }

    @Test
    @DisplayName(
            "A13 the first matching term counts; null and no match take the rule's own; never holds back deadlines too")
    void termsByColumn() {
        Duration ten = Duration.ofMinutes(10);
        order(1, ten, "kind", 1);
        order(2, ten, "kind", 2);
        order(3, ten, "kind", null);
        order(4, HOUR, "kind", null);
        order(5, HOUR, "kind", 3);
        order(6, HOUR, Map.of("kind", 3, "due_at", NOW.minus(HOUR)));
        order(7, ten, Map.of("kind", 2, "due_at", NOW.minus(HOUR)));
        order(8, HOUR, "kind", 2);
        RuleStore rule = open(Rules.dueOrCreated("15m").timeoutsBy(term(1, "5m"), term(2, "30m"), term(3, "never")));
        assertThat(overdue(rule)).containsExactlyInAnyOrder("1", "4", "7", "8");
    }

    @Test
    @DisplayName("more terms than arms: each order is still judged by its own")
    void manyTerms() {
        Rules rules = Rules.created("never");
        TermRule[] terms = new TermRule[20];
        for (int i = 0; i < 20; i++) {
            terms[i] = term(i, (i + 1) + "m");
            order(100 + i, Duration.ofMinutes(i + 1).minus(MICRO), "kind", i);
            order(200 + i, Duration.ofMinutes(i + 1), "kind", i);
        }
        assertThat(overdue(open(rules.timeoutsBy(terms))))
                .hasSize(20)
                .allSatisfy(id -> assertThat(id).startsWith("2"));
    }

    @Test
    @DisplayName("three open statuses are each found, others are not")
    void threeOpenStatuses() {
        for (int status = 0; status < 5; status++) {
            order(status, HOUR, "status", status);
        }
        assertThat(overdue(open(quarterHour().open("0", "2", "3").paid("1").closed("4"))))
                .containsExactlyInAnyOrder("0", "2", "3");
    }

    @Test
    @DisplayName("the grace is added to the closing time, not to the due time")
    void grace() {
        Rules rules = quarterHour().grace(Duration.ofMinutes(5));
        order(1, Duration.ofMinutes(20));
        order(2, Duration.ofMinutes(20).minus(MICRO));
        List<OrderSnapshot> found = scan(open(rules), NOW, Optional.empty(), 10);
        assertThat(found).singleElement().satisfies(order -> {
            assertThat(order.id()).isEqualTo("1");
            assertThat(order.dueAt()).contains(NOW.minus(Duration.ofMinutes(5)));
            assertThat(order.closesAt()).contains(NOW);
            assertThat(order.createdAt()).contains(NOW.minus(Duration.ofMinutes(20)));
            assertThat(order.number()).contains("N1");
            assertThat(order.key().source()).isEqualToIgnoringCase("orders");
        });
    }

    @Test
    @DisplayName("pages over a long tie find each order once")
    void longTies() {
        for (int id = 1; id <= 25; id++) {
            order(id, HOUR);
        }
        order(26, HOUR.plus(MICRO));
        List<String> found = overdue(open(quarterHour()), NOW, Optional.empty(), 4);
        assertThat(found).hasSize(26).startsWith("26", "1", "2");
        assertThat(new TreeSet<>(found)).hasSize(26);
    }

    @Test
    @DisplayName("ids that differ in case are two orders, on every page")
    void idsThatDifferInCase() {
        for (String id : List.of("abC1", "ABc1", "abc1", "ABC1")) {
            textOrder(id, HOUR);
        }
        RuleStore rule = open(quarterHour().table("text_orders"));
        assertThat(overdue(rule, NOW, Optional.empty(), 1)).containsExactlyInAnyOrder("abC1", "ABc1", "abc1", "ABC1");
        assertThat(rule.scanner().find("ABc1", NOW))
                .singleElement()
                .satisfies(finding -> assertThat(finding.order().id()).isEqualTo("ABc1"));
    }

    @Test
    @DisplayName("where leaves out, evidence marks; not X matches null in where, null is never evidence")
    void whereAndEvidence() {
        order(1, HOUR, "kind", 7);
        order(2, HOUR, "kind", null);
        order(3, HOUR, Map.of("kind", 8, "pay_time", NOW));
        RuleStore rule = open(quarterHour()
                .where("kind", new Condition.NotIn(List.of("7")))
                .evidence("pay_time", new Condition.NotNull()));
        List<OrderSnapshot> found = scan(rule, NOW, Optional.empty(), 10);
        assertThat(found).extracting(OrderSnapshot::id).containsExactlyInAnyOrder("2", "3");
        assertThat(found)
                .filteredOn(OrderSnapshot::paidEvidence)
                .extracting(OrderSnapshot::id)
                .containsExactly("3");
        RuleStore other = open(quarterHour().evidence("kind", new Condition.NotIn(List.of("7"))));
        assertThat(scan(other, NOW, Optional.empty(), 10))
                .filteredOn(OrderSnapshot::paidEvidence)
                .extracting(OrderSnapshot::id)
                .containsExactly("3");
    }

    @Test
    @DisplayName("an incremental pass begins at the last cut-off; the next due time comes after the present one")
    void incremental() {
        Duration term = Duration.ofMinutes(15);
        order(1, term.plus(HOUR));
        order(2, term.plus(Duration.ofSeconds(10)));
        order(3, term.plus(Duration.ofSeconds(9)));
        order(4, term.minus(Duration.ofSeconds(30)));
        RuleStore rule = open(quarterHour());
        Arm arm = rule.scanner().arms().get(0);
        assertThat(overdue(rule, NOW, Optional.of(NOW.minusSeconds(10)), 10)).containsExactly("2", "3");
        assertThat(rule.scanner().nextDue(arm, NOW)).contains(NOW.plusSeconds(30));
        assertThat(rule.scanner().nextDue(arm, NOW.plusSeconds(30))).isEmpty();
    }

    @Test
    @DisplayName("what lies behind the cursor is counted, what is too old is counted apart")
    void counts() {
        for (int id = 1; id <= 7; id++) {
            order(id, HOUR.plusMinutes(10 - id));
        }
        order(8, Duration.ofDays(3));
        RuleStore rule = open(quarterHour().maxAge(Duration.ofDays(2)));
        Arm arm = rule.scanner().arms().get(0);
        var first = rule.scanner().nextPage(new ScanRequest(arm, NOW, Optional.empty(), Optional.empty(), 3));
        assertThat(first.orders()).extracting(OrderSnapshot::id).containsExactly("1", "2", "3");
        assertThat(rule.scanner().countRest(new ScanRequest(arm, NOW, Optional.empty(), first.next(), 3)))
                .isEqualTo(4);
        assertThat(rule.scanner().countTooOld(NOW)).isEqualTo(1);
    }

    @Test
    @DisplayName("an order is found by id or number, with every condition it does not meet")
    void findings() {
        order(1, HOUR, Map.of("status", 1, "kind", 7));
        order(2, HOUR, "kind", 9);
        RuleStore rule = open(quarterHour().where("kind", "8").timeoutsBy(term(9, "never")));
        OrderFinding paid = rule.scanner().find("N1", NOW).get(0);
        assertThat(paid.order().id()).isEqualTo("1");
        assertThat(paid.open()).isFalse();
        assertThat(paid.paid()).isTrue();
        assertThat(paid.closed()).isFalse();
        assertThat(paid.unmet())
                .anySatisfy(unmet -> assertThat(unmet).contains("status").contains("1"))
                .anySatisfy(unmet -> assertThat(unmet)
                        .containsIgnoringCase("kind")
                        .contains("7")
                        .contains("8"));
        OrderFinding never = rule.scanner().find("2", NOW).get(0);
        assertThat(never.order().dueAt()).isEmpty();
        assertThat(never.unmet()).anySatisfy(unmet -> assertThat(unmet).contains("never"));
        assertThat(rule.scanner().find("no such", NOW)).isEmpty();
    }
}
