package io.github.ordertimeout;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.payment.PaymentWindow;
import io.github.ordertimeout.payment.PaymentWindow.State;
import io.github.ordertimeout.scan.OrderFinding;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says until when an order may be paid; closes it where that is over. */
final class PaymentWindows {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final OneOrder orders;

    PaymentWindows(OneOrder orders) {
        this.orders = orders;
    }

    PaymentWindow of(String idOrNumber) {
        List<OneOrder.Sighting> seen = orders.sightings(idOrNumber);
        Set<OrderKey> keys = seen.stream().map(OneOrder.Sighting::key).collect(Collectors.toSet());
        if (keys.size() > 1) {
            throw new AmbiguousOrderException(
                    idOrNumber, keys.stream().map(OrderKey::toString).sorted().toList());
        }
        if (seen.isEmpty()) {
            return new PaymentWindow(State.UNKNOWN_ORDER, Optional.empty(), "no rule knows order " + idOrNumber);
        }
        return open(seen).map(open -> window(idOrNumber, open)).orElseGet(() -> notOpen(seen));
    }

    /** Of several rules that the order falls under, the one whose time runs out first; a dry run only where there is no other. */
    private static Optional<OneOrder.Sighting> open(List<OneOrder.Sighting> seen) {
        return seen.stream()
                .filter(sighting ->
                        sighting.finding().open() && !sighting.finding().paid())
                .min(Comparator.comparing((OneOrder.Sighting sighting) ->
                                !sighting.finding().unmet().isEmpty())
                        .thenComparing(sighting -> sighting.parts().isDryRun())
                        .thenComparing(
                                sighting -> sighting.finding().order().dueAt().orElse(Instant.MAX)));
    }

    private static PaymentWindow notOpen(List<OneOrder.Sighting> seen) {
        OrderFinding finding = seen.get(0).finding();
        String status = finding.order().status();
        if (seen.stream().anyMatch(sighting -> sighting.finding().paid())) {
            return new PaymentWindow(State.PAID, Optional.empty(), "its status " + status + " is a paid one");
        }
        return seen.stream().anyMatch(sighting -> sighting.finding().closed())
                ? new PaymentWindow(State.CLOSED, Optional.empty(), "its status " + status + " is the closed one")
                : new PaymentWindow(
                        State.UNKNOWN_ORDER,
                        Optional.empty(),
                        "its status " + status + " is neither open, paid nor closed");
    }

    private PaymentWindow window(String idOrNumber, OneOrder.Sighting open) {
        OrderSnapshot order = open.finding().order();
        if (order.paidEvidence()) {
            return new PaymentWindow(State.PAID, Optional.empty(), "it is open but shows signs of a payment");
        }
        Optional<Instant> due = open.finding().unmet().isEmpty() ? order.dueAt() : Optional.empty();
        if (due.isEmpty() || due.get().isAfter(open.now())) {
            return new PaymentWindow(State.PAYABLE, due, "");
        }
        if (open.parts().isDryRun()) {
            return expired(due.get(), "the rule is a dry run (close.mode)");
        }
        try {
            return orders.closeNow(open.address()) == CloseAnswer.CLOSED
                    ? new PaymentWindow(State.CLOSED, Optional.empty(), "its time to pay ran out at " + due.get())
                    : after(idOrNumber, due.get());
        } catch (OrderTimeoutException e) {
            // The buyer is told the same as where a policy holds the order; the next pass tells the shop.
            log.warn("Order {} could not be closed when its payment was asked about.", order.key(), e);
            return expired(due.get(), "its close failed: " + e.getMessage());
        }
    }

    /** The close did not happen: somebody else's payment or close was faster, or something holds the order open. */
    private PaymentWindow after(String idOrNumber, Instant due) {
        List<OneOrder.Sighting> seen = orders.sightings(idOrNumber);
        return seen.isEmpty() || open(seen).isPresent()
                ? expired(due, "it may not be closed now, see explain")
                : notOpen(seen);
    }

    private static PaymentWindow expired(Instant due, String why) {
        return new PaymentWindow(
                State.EXPIRED, Optional.empty(), "its time to pay ran out at " + due + "; it is still open: " + why);
    }
}
