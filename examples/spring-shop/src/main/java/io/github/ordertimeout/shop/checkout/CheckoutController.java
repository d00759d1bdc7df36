package io.github.ordertimeout.shop.checkout;

import io.github.ordertimeout.CloseAnswer;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What buyers call. */
@RestController
class CheckoutController {
    private final Checkout checkout;
    private final OrderCache cache;

    CheckoutController(Checkout checkout, OrderCache cache) {
        this.checkout = checkout;
        this.cache = cache;
    }

    @PostMapping("/orders")
    @ResponseStatus(HttpStatus.CREATED)
    Order place(@RequestBody Purchase purchase) {
        return checkout.place(purchase);
    }

    @GetMapping("/orders/{id}")
    Order show(@PathVariable long id) {
        return cache.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    @PostMapping("/orders/{id}/cancel")
    CloseAnswer cancel(@PathVariable long id) {
        return checkout.cancel(id);
    }
}
