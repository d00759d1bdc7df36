package io.github.ordertimeout.shop.payment;

import io.github.ordertimeout.PaymentGuard;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.payment.PaymentWindow;
import io.github.ordertimeout.shop.ShopEvent;
import io.github.ordertimeout.shop.checkout.Order;
import io.github.ordertimeout.shop.checkout.Orders;
import java.util.Locale;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What buyers call to pay, and what the provider calls when they have. */
@RestController
class PaymentController {
    private final PaymentGuard guard;
    private final Payments payments;
    private final FakeProvider provider;
    private final Orders orders;
    private final ApplicationEventPublisher events;

    PaymentController(
            PaymentGuard guard,
            Payments payments,
            FakeProvider provider,
            Orders orders,
            ApplicationEventPublisher events) {
        this.guard = guard;
        this.payments = payments;
        this.provider = provider;
        this.orders = orders;
        this.events = events;
    }

    /** Begins a payment, unless the order can no longer be paid. */
    @PostMapping("/orders/{id}/payments")
    @ResponseStatus(HttpStatus.CREATED)
    FakePayment begin(@PathVariable long id) {
        PaymentWindow window = guard.begin(String.valueOf(id));
        if (!window.mayBePaid()) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, window.reason());
        }
        Order order = orders.find(id).orElseThrow();
        // A real provider would take window.payBefore() as the payment's own expiry, too.
        return provider.open(String.valueOf(id), order.amount());
    }

    /**
     * What the provider is told.
     *
     * @param answer this provider stops calling when it reads SUCCESS
     * @param result for people who watch
     */
    record Received(String answer, Confirmation.Result result, String reason) {}

    /** SUCCESS whatever the payment led to; an exception becomes an error status, upon which the provider calls again. */
    @PostMapping("/payment/callback")
    Received callback(@RequestBody Notification payment) {
        Confirmation taken = payments.take(payment);
        events.publishEvent(new ShopEvent(
                "callback-" + taken.result().name().toLowerCase(Locale.ROOT),
                taken.key().id(),
                payment.reference()));
        return new Received("SUCCESS", taken.result(), taken.reason());
    }
}
