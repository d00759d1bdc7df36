package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.testkit.TestRule;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When an order is overdue, to the microsecond. */
abstract class ScanDeadlines extends StoreSteps {

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
        assertThat(overdue(open(due()))).containsExactly("3", "2");
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
        assertThat(overdue(open(dueOrCreated()))).containsExactlyInAnyOrder("1", "2");
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
        RuleStore rule = open(dueOrCreated()
                .timeoutFor("kind", "1", "5m")
                .timeoutFor("kind", "2", "30m")
                .timeoutFor("kind", "3", "never"));
        assertThat(overdue(rule)).containsExactlyInAnyOrder("1", "4", "7", "8");
    }

    @Test
    @DisplayName("more terms than arms: each order is still judged by its own")
    void manyTerms() {
        TestRule rule = created("never");
        for (int i = 0; i < 20; i++) {
            rule = rule.timeoutFor("kind", String.valueOf(i), (i + 1) + "m");
            order(100 + i, Duration.ofMinutes(i + 1).minus(MICRO), "kind", i);
            order(200 + i, Duration.ofMinutes(i + 1), "kind", i);
        }
        assertThat(overdue(open(rule)))
                .hasSize(20)
                .allSatisfy(id -> assertThat(id).startsWith("2"));
    }

    @Test
    @DisplayName("the grace is added to the closing time, not to the due time")
    void grace() {
        TestRule rule = quarterHour().with("grace", "5m");
        order(1, Duration.ofMinutes(20));
        order(2, Duration.ofMinutes(20).minus(MICRO));
        List<OrderSnapshot> found = scan(open(rule), NOW, Optional.empty(), 10);
        assertThat(found).singleElement().satisfies(order -> {
            assertThat(order.id()).isEqualTo("1");
            assertThat(order.dueAt()).contains(NOW.minus(Duration.ofMinutes(5)));
            assertThat(order.closesAt()).contains(NOW);
            assertThat(order.createdAt()).contains(NOW.minus(Duration.ofMinutes(20)));
            assertThat(order.number()).contains("N1");
            assertThat(order.key().source()).isEqualToIgnoringCase("orders");
        });
    }
}
