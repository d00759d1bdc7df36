package io.github.ordertimeout;

import io.github.ordertimeout.config.ScanSettings;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Cursor;
import io.github.ordertimeout.scan.ScanPage;
import io.github.ordertimeout.scan.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets no tenant of a rule hold up the others. A pass goes by due time over all orders; whoever has had {@code quota} of them in it
 * and has more is left out of its further pages and waits. When the others' orders have all been met, those who wait take turns, a
 * page each, for as long as the pass may last. Who still waits then goes on where it was in the next pass, which again meets the
 * others' orders first, and only those that have become overdue since.
 *
 * <p>At most {@value #MOST_WAITING} tenants wait: each is named in the statements that leave it out. Guarded by the rule's runner.
 */
final class FairShare {
    private static final int MOST_WAITING = 50;

    private final Optional<String> column;
    private final int quota;
    private final Map<Optional<String>, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Optional<String>, Integer> met = new HashMap<>();
    private List<Arm> arms = List.of();
    private long left;
    private boolean interrupted;

    FairShare(ScanSettings scan) {
        this.column = scan.fairBy();
        int page = scan.batchSize();
        // A quarter of a capped pass, so that it has room for others too.
        this.quota = Math.max(1, scan.maxPerPass() == 0 ? page : Math.min(page, scan.maxPerPass() / 4));
    }

    /** Where a tenant's orders are to be read on. */
    private static final class Waiting {
        private @Nullable Instant since;
        private final Map<Arm, Cursor> ends = new HashMap<>();
        private final Set<Arm> done = new HashSet<>();
    }

    /**
     * What a tenant's next page begins with.
     *
     * @param tenant of whom
     * @param arm of which arm
     * @param since none of its orders was overdue before
     * @param after the end of its page before
     */
    record Turn(Optional<String> tenant, Arm arm, Optional<Instant> since, Optional<Cursor> after) {}

    boolean isOn() {
        return column.isPresent();
    }

    /** A pass begins; a full one meets the orders of those who wait from the oldest on too. */
    void begin(List<Arm> ofRule, boolean full) {
        arms = List.copyOf(ofRule);
        met.clear();
        left = 0;
        interrupted = false;
        waiting.values().forEach(one -> {
            one.done.clear();
            one.ends.keySet().retainAll(arms);
            if (full) {
                one.since = null;
                one.ends.clear();
            }
        });
    }

    /** Whose orders the pass meets by due time. */
    Tenants others() {
        return Tenants.without(waiting.keySet());
    }

    /** The pass has met a page and goes on behind it. */
    void met(List<OrderSnapshot> page, Arm arm, Cursor end, Optional<Instant> since) {
        if (!isOn()) {
            return;
        }
        Set<Optional<String>> full = new HashSet<>();
        for (OrderSnapshot order : page) {
            Optional<String> tenant = tenant(order);
            if (met.merge(tenant, 1, Integer::sum) >= quota) {
                full.add(tenant);
            }
        }
        for (Optional<String> tenant : full) {
            if (waiting.size() < MOST_WAITING && !waiting.containsKey(tenant)) {
                Waiting one = new Waiting();
                one.since = since.orElse(null);
                one.ends.put(arm, end);
                one.done.addAll(arms.subList(0, arms.indexOf(arm)));
                waiting.put(tenant, one);
            }
        }
    }

    private Optional<String> tenant(OrderSnapshot order) {
        return column.map(name -> order.columns().get(name)).map(String::valueOf);
    }

    /** Who is next; empty where nobody waits. */
    Optional<Turn> next() {
        for (Map.Entry<Optional<String>, Waiting> one : waiting.entrySet()) {
            Optional<Turn> turn = turns(one.getKey(), one.getValue()).stream().findFirst();
            if (turn.isPresent()) {
                return turn;
            }
        }
        return Optional.empty();
    }

    /** That page was worked; whoever has more goes to the end of the line. */
    void took(Turn turn, ScanPage page) {
        Waiting one = waiting.remove(turn.tenant());
        if (one == null) {
            return;
        }
        page.next().ifPresentOrElse(end -> one.ends.put(turn.arm(), end), () -> one.done.add(turn.arm()));
        if (!one.done.containsAll(arms)) {
            waiting.put(turn.tenant(), one);
        }
    }

    /** What those who wait have not been given. */
    List<Turn> unreached() {
        List<Turn> all = new ArrayList<>();
        waiting.forEach((tenant, one) -> all.addAll(turns(tenant, one)));
        return all;
    }

    private List<Turn> turns(Optional<String> tenant, Waiting one) {
        return arms.stream()
                .filter(arm -> !one.done.contains(arm))
                .map(arm ->
                        new Turn(tenant, arm, Optional.ofNullable(one.since), Optional.ofNullable(one.ends.get(arm))))
                .toList();
    }

    /** The pass ends and leaves so many orders of those who wait. */
    void leave(long orders, boolean timeIsUp) {
        left = orders;
        interrupted = timeIsUp && orders > 0;
    }

    /** How many orders the last pass left to those who wait: the next one need not look for them. */
    long left() {
        return left;
    }

    /** Whether the last pass ended only to look at the others again. */
    boolean isInterrupted() {
        return interrupted;
    }
}
