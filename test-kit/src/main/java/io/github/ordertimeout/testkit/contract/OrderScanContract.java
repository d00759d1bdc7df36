package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.scan.Tenants;
import io.github.ordertimeout.store.RuleStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every store's scanner does; a store inherits it and {@link OrderCloseContract} and brings a {@link StoreShop}. */
public abstract class OrderScanContract extends ScanDeadlines {

    @Test
    @DisplayName("three open statuses are each found, others are not")
    void threeOpenStatuses() {
        for (int status = 0; status < 5; status++) {
            order(status, HOUR, "status", status);
        }
        assertThat(overdue(open(quarterHour().with("open-status", "0, 2, 3"))))
                .containsExactlyInAnyOrder("0", "2", "3");
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
        RuleStore rule = open(quarterHour().with("table", "text_orders"));
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
        RuleStore rule = open(quarterHour().with("where.kind", "not 7").with("paid-evidence.pay_time", "not null"));
        List<OrderSnapshot> found = scan(rule, NOW, Optional.empty(), 10);
        assertThat(found).extracting(OrderSnapshot::id).containsExactlyInAnyOrder("2", "3");
        assertThat(found)
                .filteredOn(OrderSnapshot::paidEvidence)
                .extracting(OrderSnapshot::id)
                .containsExactly("3");
        RuleStore other = open(quarterHour().with("paid-evidence.kind", "not 7"));
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
    @DisplayName("one look tells clock and next due time of all arms, what is due at its moment included")
    void look() {
        Duration term = Duration.ofMinutes(15);
        order(1, term.plus(HOUR));
        order(2, term.minus(Duration.ofSeconds(30)));
        order(3, term.minus(Duration.ofSeconds(20)), "status", 2);
        RuleStore rule = open(quarterHour().with("open-status", "0, 2"));
        Instant before = shop.store().now();
        assertThat(rule.scanner().look(NOW)).hasValueSatisfying(look -> {
            assertThat(look.nextDue()).contains(NOW.plusSeconds(20));
            assertThat(look.now()).isBetween(before, shop.store().now());
        });
        Instant last = NOW.plusSeconds(30);
        assertThat(rule.scanner().look(last).orElseThrow().nextDue()).contains(last);
        assertThat(rule.scanner().look(last.plusSeconds(1)).orElseThrow().nextDue())
                .isEmpty();
    }

    @Test
    @DisplayName("what lies behind the cursor is counted, what is too old is counted apart")
    void counts() {
        for (int id = 1; id <= 7; id++) {
            order(id, HOUR.plusMinutes(10 - id));
        }
        order(8, Duration.ofDays(3));
        RuleStore rule = open(quarterHour().with("max-age", "2d"));
        Arm arm = rule.scanner().arms().get(0);
        var first = rule.scanner().nextPage(new ScanRequest(arm, NOW, Optional.empty(), Optional.empty(), 3));
        assertThat(first.orders()).extracting(OrderSnapshot::id).containsExactly("1", "2", "3");
        assertThat(rule.scanner().countRest(new ScanRequest(arm, NOW, Optional.empty(), first.next(), 3)))
                .isEqualTo(4);
        assertThat(rule.scanner().countTooOld(NOW)).isEqualTo(1);
    }

    @Test
    @DisplayName("each order belongs to exactly one of n shards, on every page and in every count")
    void shards() {
        for (int id = 1; id <= 60; id++) {
            order(id, HOUR.plusSeconds(id % 5));
        }
        for (String id : List.of("abC1", "ABc1", "7", "订单", "a b")) {
            textOrder(id, HOUR);
        }
        RuleStore numbers = open(quarterHour());
        RuleStore texts = open(quarterHour().with("table", "text_orders"));
        for (int total : List.of(2, 7, 64)) {
            inShards(numbers, total);
            inShards(texts, total);
        }
    }

    private void inShards(RuleStore rule, int total) {
        Arm arm = rule.scanner().arms().get(0);
        List<String> found = new ArrayList<>();
        for (int index = 0; index < total; index++) {
            Shard shard = new Shard(index, total);
            List<OrderSnapshot> mine = scan(rule, NOW, Optional.empty(), 3, shard);
            assertThat(rule.scanner()
                            .countRest(new ScanRequest(arm, NOW, Optional.empty(), Optional.empty(), 3, shard)))
                    .isEqualTo(mine.size());
            mine.forEach(order -> found.add(order.id()));
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(overdue(rule));
    }

    @Test
    @DisplayName("shards differ little in size, for ids one after the other and for those whose low bits are all alike")
    void shardSizes() {
        List<Long> steps = List.of(1L, 4096L, 1L << 22);
        for (long step : steps) {
            for (int n = 1; n <= 300; n++) {
                order(n * step, HOUR);
            }
        }
        RuleStore rule = open(quarterHour());
        for (int index = 0; index < 4; index++) {
            List<Long> ids = scan(rule, NOW, Optional.empty(), 500, new Shard(index, 4)).stream()
                    .map(order -> Long.valueOf(order.id()))
                    .toList();
            for (long step : steps) {
                assertThat(ids.stream()
                                .filter(id -> id >= step && id <= 300 * step)
                                .count())
                        .as("shard %d of ids in steps of %d", index, step)
                        .isBetween(45L, 105L);
            }
        }
    }

    @Test
    @DisplayName("orders of some tenants, of all but some, and of none that is named")
    void tenants() {
        order(1, HOUR, "kind", 7);
        order(2, HOUR, "kind", 8);
        order(3, HOUR, "kind", null);
        RuleStore rule = open(quarterHour().with("scan.fair-by", "kind"));
        assertThat(of(rule, Tenants.ALL)).containsExactly("1", "2", "3");
        assertThat(of(rule, Tenants.only(Optional.of("7")))).containsExactly("1");
        assertThat(of(rule, Tenants.only(Optional.empty()))).containsExactly("3");
        assertThat(of(rule, Tenants.without(List.of(Optional.of("7"))))).containsExactly("2", "3");
        assertThat(of(rule, Tenants.without(List.of(Optional.empty())))).containsExactly("1", "2");
        assertThat(of(rule, Tenants.without(List.of(Optional.of("8"), Optional.empty()))))
                .containsExactly("1");
    }

    private static List<String> of(RuleStore rule, Tenants tenants) {
        Arm arm = rule.scanner().arms().get(0);
        ScanRequest request = new ScanRequest(arm, NOW, Optional.empty(), Optional.empty(), 10, Shard.WHOLE, tenants);
        List<String> found = rule.scanner().nextPage(request).orders().stream()
                .map(OrderSnapshot::id)
                .toList();
        assertThat(rule.scanner().countRest(request)).isEqualTo(found.size());
        return found;
    }

    @Test
    @DisplayName("an order is found by id or number, with every condition it does not meet")
    void findings() {
        order(1, HOUR, Map.of("status", 1, "kind", 7));
        order(2, HOUR, "kind", 9);
        RuleStore rule = open(quarterHour().with("where.kind", "8").timeoutFor("kind", "9", "never"));
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
