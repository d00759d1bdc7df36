package io.github.ordertimeout.shop.payment;

import io.github.ordertimeout.shop.ShopEvent;
import io.github.ordertimeout.shop.payment.FakePayment.State;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;

/** Stands for a payment provider: everything in memory, and honest about what was paid and cancelled. */
@Service
public class FakeProvider {
    private final Map<String, FakePayment> payments = new ConcurrentHashMap<>();
    private final Set<String> refundKeys = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private final ApplicationEventPublisher events;

    FakeProvider(ApplicationEventPublisher events) {
        this.events = events;
    }

    /** A payment that the buyer may make from now on. */
    FakePayment open(String order, BigDecimal amount) {
        return add("PAY", order, amount, State.OPEN);
    }

    /** Money that the buyer sends by a bank transfer, which nobody can cancel: it may come when the order has long been closed. */
    FakePayment transfer(String order, BigDecimal amount) {
        return add("TRANSFER", order, amount, State.PAID);
    }

    private FakePayment add(String kind, String order, BigDecimal amount, State state) {
        String reference = kind + "-" + order + "-" + count.incrementAndGet();
        FakePayment payment = new FakePayment(reference, order, amount, state, 0);
        payments.put(reference, payment);
        return payment;
    }

    /** The buyer pays: PAID where that was still possible, else as it was. */
    FakePayment pay(String reference) {
        return change(reference, State.OPEN, State.PAID);
    }

    /** From now on the buyer cannot pay: CANCELLED, or as it was where it is too late for that. */
    FakePayment cancel(String reference) {
        FakePayment payment = change(reference, State.OPEN, State.CANCELLED);
        if (payment.state() == State.CANCELLED) {
            events.publishEvent(new ShopEvent("provider-cancelled", payment.order(), reference));
        }
        return payment;
    }

    /** Gives the money back; false where it was given back before, for the same key above all. */
    boolean refund(String reference, String key) {
        return refundKeys.add(key)
                && change(reference, State.PAID, State.REFUNDED).state() == State.REFUNDED;
    }

    private FakePayment change(String reference, State from, State to) {
        find(reference);
        return payments.compute(reference, (key, payment) -> payment.state() == from ? payment.now(to) : payment);
    }

    /** One payment. */
    FakePayment find(String reference) {
        FakePayment payment = payments.get(reference);
        if (payment == null) {
            throw new NoSuchElementException("There is no payment " + reference);
        }
        return payment;
    }

    /** Every attempt to pay this order. */
    List<FakePayment> paymentsOf(String order) {
        return all().stream().filter(payment -> payment.order().equals(order)).toList();
    }

    /** Every payment, by reference. */
    public List<FakePayment> all() {
        return payments.values().stream()
                .sorted(Comparator.comparing(FakePayment::reference))
                .toList();
    }
}
