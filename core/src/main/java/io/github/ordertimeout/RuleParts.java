package io.github.ordertimeout;

import io.github.ordertimeout.check.CheckContext;
import io.github.ordertimeout.check.Checks;
import io.github.ordertimeout.check.PaymentCheck;
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
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

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
     * Closes and releases, in as few transactions as the orders allow; no transaction begins once {@code stillValid} says no.
     */
    BatchOutcome close(List<OrderSnapshot> orders, Instant now, CloseCause cause, BooleanSupplier stillValid) {
        return closer.close(
                new CloseBatch(UUID.randomUUID().toString(), orders, now, cause, releases.types(), releases.at(now)),
                stillValid);
    }
}
