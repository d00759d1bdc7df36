package io.github.ordertimeout.simulation;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.settle.RefundAnswer;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The payment provider: attempts by order, where the money is. Each call takes effect at one moment. */
final class Provider {
    /** What every order costs. */
    static final int TOTAL = 100;

    enum State {
        /** The buyer can still pay. */
        OPEN,
        /** The buyer is paying. */
        PAYING,
        PAID,
        /** Expired, refused or cancelled: for good. */
        ENDED
    }

    /** One attempt. */
    static final class Attempt {
        final String order;
        final String reference;
        State state = State.OPEN;
        int money;
        /** How often its money has gone back. */
        int refunds;

        private final Set<String> keys = new HashSet<>();

        Attempt(String order, String reference) {
            this.order = order;
            this.reference = reference;
        }

        boolean hasMoney() {
            return state == State.PAID && refunds == 0;
        }

        boolean isPending() {
            return state == State.OPEN || state == State.PAYING;
        }
    }

    private final Map<String, Attempt> attempts = new LinkedHashMap<>();

    void begin(String order, String reference) {
        attempts.put(reference, new Attempt(order, reference));
    }

    /** Yields whether the attempt can still be paid with. */
    boolean paying(String reference) {
        Attempt attempt = attempt(reference);
        if (attempt.state != State.OPEN) {
            return false;
        }
        attempt.state = State.PAYING;
        return true;
    }

    /** Money moves. */
    void pays(String reference, int money) {
        Attempt attempt = attempt(reference);
        attempt.state = State.PAID;
        attempt.money = money;
    }

    void ends(String reference) {
        attempt(reference).state = State.ENDED;
    }

    Attempt attempt(String reference) {
        Attempt attempt = find(reference);
        if (attempt == null) {
            throw new IllegalStateException("The provider knows no attempt " + reference);
        }
        return attempt;
    }

    @Nullable
    Attempt find(String reference) {
        return attempts.get(reference);
    }

    Collection<Attempt> all() {
        return attempts.values();
    }

    List<Attempt> of(String order) {
        List<Attempt> its = new ArrayList<>();
        for (Attempt attempt : attempts.values()) {
            if (attempt.order.equals(order)) {
                its.add(attempt);
            }
        }
        return its;
    }

    /** What a gateway says of an order. */
    PaymentAnswer answer(String order, boolean named, boolean amounts) {
        List<Attempt> its = of(order);
        int sum = its.stream()
                .filter(Attempt::hasMoney)
                .mapToInt(attempt -> attempt.money)
                .sum();
        List<PaymentAttempt> told = its.stream()
                .map(attempt -> told(attempt, amounts && sum < TOTAL))
                .toList();
        PaymentAnswer answer = PaymentAnswer.ofAttempts(told);
        return named ? answer : new PaymentAnswer(answer.state(), List.of(), answer.paid());
    }

    private static PaymentAttempt told(Attempt attempt, boolean partly) {
        BigDecimal money = BigDecimal.valueOf(attempt.money);
        if (attempt.hasMoney()) {
            return partly
                    ? new PaymentAttempt(attempt.reference, PaymentState.PARTIALLY_PAID, false, Optional.of(money))
                    : PaymentAttempt.paid(attempt.reference, money);
        }
        return switch (attempt.state) {
            case OPEN -> PaymentAttempt.open(attempt.reference);
            case PAYING -> PaymentAttempt.inProgress(attempt.reference);
            default -> PaymentAttempt.ended(attempt.reference);
        };
    }

    /** Cancels this attempt, or whatever is open for the order. */
    CancelAnswer cancel(String order, Optional<String> reference, Instant now) {
        List<Attempt> meant = of(order).stream()
                .filter(attempt -> reference.isEmpty() || reference.get().equals(attempt.reference))
                .toList();
        if (meant.stream().anyMatch(Attempt::hasMoney)) {
            return CancelAnswer.alreadyPaid();
        }
        if (meant.stream().anyMatch(attempt -> attempt.state == State.PAYING)) {
            return CancelAnswer.tooEarly(now.plusSeconds(5));
        }
        boolean cancelled = false;
        for (Attempt attempt : meant) {
            cancelled |= attempt.state == State.OPEN;
            attempt.state = attempt.state == State.OPEN ? State.ENDED : attempt.state;
        }
        return cancelled ? CancelAnswer.cancelled() : CancelAnswer.alreadyClosed();
    }

    /** Money goes back, once for each key. */
    RefundAnswer refund(String reference, String key) {
        Attempt attempt = attempt(reference);
        if (!attempt.keys.add(key)) {
            return RefundAnswer.alreadyRefunded();
        }
        attempt.refunds++;
        return RefundAnswer.refunded();
    }
}
