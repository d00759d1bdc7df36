package io.github.ordertimeout.shop.payment;

import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.shop.checkout.OrderPaid;
import io.github.ordertimeout.shop.checkout.Orders;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Takes payments that have come in, however the shop learned of them: by a callback, or since the engine found them. */
@Service
public class Payments {
    // The engine itself needs this class, by FoundPayment: a guard asked for here would wait for the engine.
    private final ObjectProvider<PaymentGuard> guard;
    private final Orders orders;
    private final ApplicationEventPublisher events;

    Payments(ObjectProvider<PaymentGuard> guard, Orders orders, ApplicationEventPublisher events) {
        this.guard = guard;
        this.orders = orders;
        this.events = events;
    }

    /**
     * The guard joins this transaction: the payment and what follows it commit together or not at all. An exception means that
     * nothing was decided, and that the provider has to call again.
     */
    @Transactional
    public Confirmation take(Notification payment) {
        Confirmation answer = guard.getObject().confirm(payment.order(), payment.reference(), payment.amount());
        if (answer.result() == Confirmation.Result.PAID) {
            String id = answer.key().id();
            orders.ship(id);
            events.publishEvent(new OrderPaid(id));
        }
        return answer;
    }
}
