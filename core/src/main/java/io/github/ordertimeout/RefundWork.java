package io.github.ordertimeout;

import io.github.ordertimeout.check.RemoteCalls;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationRow;
import io.github.ordertimeout.settle.OneLine;
import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.settle.RefundRequest;
import io.github.ordertimeout.store.OrderStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Gives payments back that are owed. Never gives up: what fails again and again is tried slowly until the provider confirms. */
final class RefundWork {
    private static final String LAST_ATTEMPT = "; last attempt: ";
    private static final int LONGEST_PART = 450;

    private final OrderStore store;
    private final ClaimedRows rows;
    private final Function<String, Optional<RefundIssuer>> issuers;
    private final Function<String, RemoteCalls> callsOf;
    private final Map<String, RuleParts> rules;

    RefundWork(
            OrderStore store,
            ClaimedRows rows,
            Function<String, Optional<RefundIssuer>> issuers,
            Function<String, RemoteCalls> callsOf,
            Map<String, RuleParts> rules) {
        this.store = store;
        this.rows = rows;
        this.issuers = issuers;
        this.callsOf = callsOf;
        this.rules = Map.copyOf(rules);
    }

    void refund(CompensationRow row, Instant now) {
        Compensation what = row.what();
        Optional<SeenPayment> payment = store.payments().find(what.key(), what.type());
        if (payment.filter(seen -> seen.standing() == PaymentStanding.REFUNDED).isPresent()) {
            // Written down right before a crash.
            noteForGroup(what, now);
            rows.resolve(row);
            return;
        }
        Optional<RefundIssuer> issuer = issuers.apply(what.rule());
        if (issuer.isEmpty()) {
            rows.muchLater(row, now);
            return;
        }
        RefundRequest request = new RefundRequest(
                what.rule(),
                what.key(),
                what.type(),
                payment.flatMap(SeenPayment::amount),
                what.key() + "/" + what.type(),
                owedFor(what));
        RemoteCalls calls = callsOf.apply(what.rule());
        boolean paused = calls.isPaused();
        Optional<RefundAnswer> answer = calls.one(
                "payment " + what.type() + " of order " + what.key(),
                () -> issuer.get().refund(request));
        if (answer.isEmpty() && paused) {
            // The provider is away: that uses up no attempt.
            rows.soon(row, now);
        } else if (answer.isEmpty()) {
            rows.failed(row, owed(what, "the provider failed or did not answer in time"), now);
        } else if (answer.get() instanceof RefundAnswer.NotYet notYet) {
            rows.failed(row, owed(what, notYet.reason()), now);
        } else {
            payment.ifPresent(seen -> store.inShortTransaction(transaction -> {
                store.payments().change(seen.now(PaymentStanding.REFUNDED), transaction);
                return seen;
            }));
            noteForGroup(what, now);
            rows.resolve(row);
            rows.listener()
                    .onEvent(new EngineEvent.PaymentRefunded(
                            request, answer.get() instanceof RefundAnswer.AlreadyRefunded));
        }
    }

    /** The other orders that were paid together with this one have their payment back too. */
    private void noteForGroup(Compensation what, Instant now) {
        Optional.ofNullable(rules.get(what.rule()))
                .filter(rule -> rule.rule().paymentMapping().groupColumn().isPresent())
                .ifPresent(rule -> group(rule, what, now).keys().stream()
                        .flatMap(key -> store.payments().find(key, what.type()).stream())
                        .filter(seen -> seen.standing() == PaymentStanding.REFUND_OWED)
                        .forEach(seen -> store.inShortTransaction(transaction -> {
                            store.payments().change(seen.now(PaymentStanding.REFUNDED), transaction);
                            return seen;
                        })));
    }

    private PaymentGroup group(RuleParts rule, Compensation what, Instant now) {
        return rule.scanner()
                .findById(what.key().id(), now)
                .map(order -> store.inShortTransaction(
                        transaction -> PaymentGroup.of(rule.rule(), rule.payable(), order.order(), transaction)))
                .orElseGet(() -> new PaymentGroup(List.of(what.key())));
    }

    /** Keeps what the refund is for; only what stands behind it is about the last attempt. */
    private static String owed(Compensation what, String lastFailure) {
        return owedFor(what) + LAST_ATTEMPT + OneLine.of(lastFailure, LONGEST_PART);
    }

    /** The same at each attempt: a provider may refuse another reason under the same key. */
    private static String owedFor(Compensation what) {
        int end = what.reason().indexOf(LAST_ATTEMPT);
        return OneLine.of(end < 0 ? what.reason() : what.reason().substring(0, end), LONGEST_PART);
    }
}
