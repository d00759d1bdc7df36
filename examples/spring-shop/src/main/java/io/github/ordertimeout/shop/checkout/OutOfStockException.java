package io.github.ordertimeout.shop.checkout;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** There is not as much of it as somebody wants to buy. */
@ResponseStatus(HttpStatus.CONFLICT)
class OutOfStockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfStockException(String sku) {
        super("There is not enough " + sku);
    }
}
