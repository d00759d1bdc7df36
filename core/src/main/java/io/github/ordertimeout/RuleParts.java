package io.github.ordertimeout;

import io.github.ordertimeout.check.CheckContext;
import io.github.ordertimeout.check.Checks;
import io.github.ordertimeout.check.PaymentCheck;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.close.BatchCloser;
import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.event.EngineListener;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.LocalReleases;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.settle.Backoff;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.time.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** What every step of one rule works with. */
record RuleParts(
        Rule rule,
        String source,
        OrderStore store,
        OrderScanner scanner,
        Checks checks,
        Optional<PaymentCheck> payments,
        BatchCloser closer,
        LocalReleases releases,
        Backoff backoff,
        EngineListener listener,
        TimeSource time) {

    String name() {
        return rule.name();
    }

    CheckContext context(Instant now) {
        return new CheckContext(rule.name(), now);
    }

    /**
     * Asks the payment side about these orders, where it is asked at all: what does not say "not paid" stays open.
     *
     * @return the answers by id; none where no gateway is asked
     */
    Map<String, PaymentState> askPayments(List<OrderSnapshot> orders) {
        return payments.map(check -> check.ask(orders)).orElse(Map.of());
    }

    /** Closes and releases, in as few transactions as the orders allow. */
    BatchOutcome close(List<OrderSnapshot> orders, Instant now, CloseCause cause) {
        return closer.close(
                new CloseBatch(UUID.randomUUID().toString(), orders, now, cause, releases.types(), releases.at(now)));
    }
}
