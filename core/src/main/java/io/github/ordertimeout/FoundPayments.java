package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.check.RemoteCalls;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.FoundPayment;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.store.OrderStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Tells the hook of payments that the payment side knows while the order is open: each once, which is written down. */
final class FoundPayments {
    private final OrderStore store;
    private final Function<String, Optional<FoundPaymentHook>> hooks;
    private final Function<String, RemoteCalls> callsOf;
    private final PaymentGuard guard;

    FoundPayments(
            OrderStore store,
            Function<String, Optional<FoundPaymentHook>> hooks,
            Function<String, RemoteCalls> callsOf,
            PaymentGuard guard) {
        this.store = store;
        this.hooks = hooks;
        this.callsOf = callsOf;
        this.guard = guard;
    }

    /** What came of telling the hook. */
    enum Told {
        /** It knows of all payments. */
        ALL,
        /** It is taken for dead for a while and was not called about some: they are told later. */
        PAUSED,
        /** It failed for one at least, which must be told again. */
        FAILED;

        private Told and(Told other) {
            return compareTo(other) > 0 ? this : other;
        }
    }

    /** Tells of each payment of the answer that was not told yet. */
    Told tell(RuleParts parts, OrderSnapshot order, PaymentAnswer answer, Instant now) {
        List<PaymentAttempt> paid = answer.attempts().stream()
                .filter(attempt -> attempt.state() == PaymentState.PAID)
                .toList();
        if (paid.isEmpty()) {
            return tell(parts, order, Optional.empty(), answer.paid(), now);
        }
        Told all = Told.ALL;
        for (PaymentAttempt attempt : paid) {
            all = all.and(tell(parts, order, Optional.of(attempt.reference()), attempt.amount(), now));
        }
        return all;
    }

    private Told tell(
            RuleParts parts,
            OrderSnapshot order,
            Optional<String> reference,
            Optional<BigDecimal> amount,
            Instant now) {
        Optional<SeenPayment> seen = store.payments().find(order.key(), reference.orElse(""));
        if (seen.filter(payment -> payment.standing() != PaymentStanding.UNKNOWN_ORDER)
                .isPresent()) {
            return Told.ALL;
        }
        FoundPayment payment = new FoundPayment(parts.name(), order, reference, amount);
        Optional<FoundPaymentHook> hook = hooks.apply(parts.name());
        if (hook.isPresent()) {
            RemoteCalls calls = callsOf.apply(parts.name());
            boolean paused = calls.isPaused();
            Optional<Boolean> answer =
                    calls.one("payment " + reference.orElse("without a name") + " of order " + order.key(), () -> {
                        hook.get().found(payment, guard.inShardOf(parts));
                        return true;
                    });
            if (answer.isEmpty()) {
                return paused ? Told.PAUSED : Told.FAILED;
            }
        }
        writeDown(parts, payment, now);
        parts.listener().onEvent(new EngineEvent.PaymentFound(parts.name(), order.key(), reference));
        return Told.ALL;
    }

    /** Where the hook confirmed the payment, what that led to stays. */
    private void writeDown(RuleParts parts, FoundPayment found, Instant now) {
        SeenPayment told = new SeenPayment(
                found.order().key(),
                found.reference().orElse(""),
                parts.name(),
                PaymentStanding.TOLD,
                found.amount(),
                now,
                UUID.randomUUID().toString());
        store.inShortTransaction(transaction -> {
            parts.payable().lock(found.order().id(), transaction);
            store.payments().add(told, transaction);
            store.payments().of(told.key(), transaction).stream()
                    .filter(seen -> seen.reference().equals(told.reference())
                            && seen.standing() == PaymentStanding.UNKNOWN_ORDER)
                    .forEach(seen -> store.payments().change(seen.now(PaymentStanding.TOLD), transaction));
            return told;
        });
    }
}
