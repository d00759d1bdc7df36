package io.github.ordertimeout.jdbc.cases;

import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.settle.RefundRequest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider that gives each payment back once, whatever it is asked, and says so. */
final class RefundDesk implements RefundIssuer {
    private final Set<String> done = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<RefundRequest> effective = new ConcurrentLinkedQueue<>();

    private final AtomicInteger repeated = new AtomicInteger();

    @Override
    public RefundAnswer refund(RefundRequest request) {
        if (!done.add(request.idempotencyKey())) {
            repeated.incrementAndGet();
            return RefundAnswer.alreadyRefunded();
        }
        effective.add(request);
        return RefundAnswer.refunded();
    }

    /** How often it was asked for what it had done. */
    int repeated() {
        return repeated.get();
    }

    /** {@code ID REFERENCE} of each payment that was given back, in that order. */
    List<String> refunded() {
        return effective.stream()
                .map(request -> request.key().id() + " " + request.reference())
                .toList();
    }
}
