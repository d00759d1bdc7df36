package io.github.ordertimeout.shop.checkout;

import io.github.ordertimeout.CloseAnswer;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.shop.ShopEvent;
import io.github.ordertimeout.shop.warehouse.WarehouseClient;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClientException;
import org.springframework.web.server.ResponseStatusException;

/** Takes orders. Nothing here plans their end: the engine reads the table. */
@Service
public class Checkout {
    private final Orders orders;
    private final WarehouseClient warehouse;
    private final OrderTimeoutEngine engine;
    private final ApplicationEventPublisher events;

    Checkout(Orders orders, WarehouseClient warehouse, OrderTimeoutEngine engine, ApplicationEventPublisher events) {
        this.orders = orders;
        this.warehouse = warehouse;
        this.engine = engine;
        this.events = events;
    }

    /** Writes the order first and calls the warehouse after the commit: a call inside the transaction would hold its locks. */
    public Order place(Purchase purchase) {
        long id = orders.create(purchase);
        try {
            warehouse.hold(id, purchase.sku(), purchase.quantity());
        } catch (RestClientException e) {
            // Whether it holds anything is not known; a close gives back whatever it does.
            engine.cancel(String.valueOf(id), "warehouse", "checkout");
            throw new ResponseStatusException(
                    HttpStatus.SERVICE_UNAVAILABLE, "The warehouse does not answer, order " + id + " was closed", e);
        }
        events.publishEvent(new ShopEvent("ordered", String.valueOf(id), purchase.sku() + " × " + purchase.quantity()));
        return orders.find(id).orElseThrow();
    }

    /** The buyer does not want it any more: closes it as its timeout would, with the same releases, and with the provider asked. */
    public CloseAnswer cancel(long id) {
        return engine.cancel(String.valueOf(id), "cancelled by the buyer", "buyer");
    }
}
