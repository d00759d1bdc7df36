package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentDecision;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.log.LogContext;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.store.OrderStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Requests about a single order, by id or number, under every rule that knows it. */
final class OneOrder {
    /** An order as one rule sees it, at that moment of its store. */
    record Sighting(RuleParts parts, OrderFinding finding, Instant now) {
        OrderKey key() {
            return finding.order().key();
        }

        /** A name that no other order has. */
        String address() {
            return parts.rule().shard().isPresent() ? key().toString() : key().id();
        }
    }

    /** Which rules may know an order that is asked for. */
    interface Askable {
        /**
         * All that may know it.
         *
         * @throws OrderTimeoutException if one of them cannot be asked now
         */
        Collection<RuleParts> all(String idOrNumber);

        /** Those that can be asked now. */
        default Collection<RuleParts> reachable(String idOrNumber) {
            return all(idOrNumber);
        }
    }

    private final Askable rules;

    OneOrder(Askable rules) {
        this.rules = rules;
    }

    /** Where some shards cannot be asked, what the others know of it; only where they know nothing that is a failure. */
    List<Explanation> explain(String idOrNumber) {
        List<RuntimeException> failures = new ArrayList<>();
        List<Explanation> known = sightings(idOrNumber, rules.reachable(idOrNumber), failures::add).stream()
                .map(seen -> Explainer.explain(seen.parts(), seen.finding(), seen.now()))
                .toList();
        if (known.isEmpty()) {
            rules.all(idOrNumber);
            failures.stream().findFirst().ifPresent(OneOrder::rethrow);
        }
        return known;
    }

    private static void rethrow(RuntimeException failure) {
        throw failure;
    }

    /** Closes the order as a pass would, with every check. */
    CloseAnswer closeNow(String idOrNumber) {
        return close(idOrNumber, parts -> CloseCause.timeout(parts.name()));
    }

    /** Closes the order for a person: every check but policies and due time. */
    CloseAnswer cancel(String idOrNumber, String reason, String actor) {
        return close(idOrNumber, parts -> CloseCause.cancel(parts.name(), reason, actor));
    }

    private CloseAnswer close(String idOrNumber, Function<RuleParts, CloseCause> cause) {
        List<Sighting> seen = sightings(idOrNumber);
        if (seen.isEmpty()) {
            return CloseAnswer.NOT_FOUND;
        }
        List<Sighting> open =
                seen.stream().filter(sighting -> sighting.finding().open()).toList();
        // Of several shards' orders the one that happens to be open need not be the one that is meant.
        boolean sharded = seen.stream()
                .anyMatch(sighting -> sighting.parts().rule().shard().isPresent());
        Set<OrderKey> keys = (sharded ? seen : open).stream().map(Sighting::key).collect(Collectors.toSet());
        if (keys.size() > 1) {
            throw new AmbiguousOrderException(
                    idOrNumber, keys.stream().map(OrderKey::toString).sorted().toList());
        }
        for (Sighting sighting : open) {
            if (!sighting.parts().isDryRun() && close(sighting, cause.apply(sighting.parts()))) {
                return CloseAnswer.CLOSED;
            }
        }
        if (!open.isEmpty()
                && open.stream().allMatch(sighting -> sighting.parts().isDryRun())) {
            throw new OrderTimeoutException("Order " + open.get(0).key() + " stays open: rule "
                    + open.get(0).parts().name() + " is a dry run (close.mode), which writes nothing");
        }
        return CloseAnswer.NOT_CLOSED;
    }

    @SuppressWarnings("try")
    private static boolean close(Sighting sighting, CloseCause cause) {
        try (LogContext context = LogContext.rule(sighting.parts().name()).order(sighting.key())) {
            return closeInContext(sighting, cause, sighting.now());
        }
    }

    private static boolean closeInContext(Sighting sighting, CloseCause cause, Instant now) {
        RuleParts parts = sighting.parts();
        if (cause.dueRequired() && !mayClose(sighting, now)) {
            return false;
        }
        List<BatchOutcome> done = new ArrayList<>();
        new CloseStep(parts).close(List.of(sighting.finding().order()), cause, now, new CloseStep.Outcomes() {
            @Override
            public void held(OrderSnapshot order, PaymentDecision.Held held) {
                // It stays open; the next pass defers it.
            }

            @Override
            public void closed(List<OrderSnapshot> batch, BatchOutcome outcome) {
                if (hasClosed(sighting, outcome)) {
                    done.add(outcome);
                }
            }
        });
        PassTally tally = new PassTally(now);
        done.forEach(outcome -> ClosedEvents.tell(outcome, cause, parts, tally));
        EngineLog.releasedInPart(parts.name(), tally.report(Duration.ZERO));
        return !done.isEmpty();
    }

    private static boolean hasClosed(Sighting sighting, BatchOutcome outcome) {
        outcome.poison().values().stream().findFirst().ifPresent(reason -> {
            throw new OrderTimeoutException("Order " + sighting.key() + " could not be closed: " + reason);
        });
        outcome.fault().ifPresent(fault -> {
            throw fault;
        });
        return !outcome.closed().isEmpty();
    }

    private static boolean mayClose(Sighting sighting, Instant now) {
        OrderFinding finding = sighting.finding();
        return new Brake(sighting.parts()).holds(now).isEmpty()
                && finding.unmet().isEmpty()
                && !finding.tooOld()
                && sighting.parts()
                                .checks()
                                .judge(finding.order(), sighting.parts().context(now))
                        instanceof Verdict.Close;
    }

    List<Sighting> sightings(String idOrNumber) {
        return sightings(idOrNumber, rules.all(idOrNumber), OneOrder::rethrow);
    }

    private static List<Sighting> sightings(
            String asked, Collection<RuleParts> rules, Consumer<RuntimeException> onFailureOfShard) {
        OrderAddress address = OrderAddress.of(asked, rules);
        Map<OrderStore, Instant> clocks = new IdentityHashMap<>();
        List<Sighting> seen = new ArrayList<>();
        for (RuleParts parts : address.among(rules)) {
            try {
                Instant now = clocks.computeIfAbsent(parts.store(), OrderStore::now);
                parts.scanner()
                        .find(address.idOrNumber(), now)
                        .forEach(finding -> seen.add(new Sighting(parts, finding, now)));
            } catch (RuntimeException e) {
                if (parts.rule().shard().isEmpty()) {
                    throw e;
                }
                onFailureOfShard.accept(e);
            }
        }
        // An id means one order, a number may be anybody's: who asks for 42 does not mean another order's number 42.
        List<Sighting> byId = seen.stream()
                .filter(sighting -> sighting.key().id().equals(address.idOrNumber()))
                .toList();
        return byId.isEmpty() ? seen : byId;
    }
}
