package io.github.ordertimeout.shop.payment;

import io.github.ordertimeout.shop.payment.FakePayment.State;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The provider's pages, where buyers pay. */
@RestController
@RequestMapping("/provider")
class FakeProviderController {
    private final FakeProvider provider;
    private final FakeCallbacks callbacks;

    FakeProviderController(FakeProvider provider, FakeCallbacks callbacks) {
        this.provider = provider;
        this.callbacks = callbacks;
    }

    @GetMapping("/payments")
    List<FakePayment> all() {
        return provider.all();
    }

    @GetMapping("/payments/{reference}")
    FakePayment one(@PathVariable String reference) {
        return provider.find(reference);
    }

    /** The buyer pays. With {@code callback=false} the shop is not told, as where a callback is lost. */
    @PostMapping("/payments/{reference}/pay")
    FakePayment pay(@PathVariable String reference, @RequestParam(defaultValue = "true") boolean callback) {
        FakePayment payment = provider.pay(reference);
        if (payment.state() != State.PAID) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "The payment is " + payment.state());
        }
        if (callback) {
            callbacks.send(payment);
        }
        return payment;
    }

    /** Calls the shop about this payment now, once more where it did before; what the shop answers. */
    @PostMapping("/payments/{reference}/callback")
    Map<?, ?> callback(@PathVariable String reference) {
        return callbacks.call(provider.find(reference));
    }

    record Transfer(String order, BigDecimal amount) {}

    /** The buyer's bank transfer arrives. */
    @PostMapping("/transfers")
    FakePayment transfer(@RequestBody Transfer transfer) {
        FakePayment payment = provider.transfer(transfer.order(), transfer.amount());
        callbacks.send(payment);
        return payment;
    }

    @ExceptionHandler(NoSuchElementException.class)
    @ResponseStatus(HttpStatus.NOT_FOUND)
    void notFound() {}
}
