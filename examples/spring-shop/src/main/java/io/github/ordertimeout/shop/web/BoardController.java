package io.github.ordertimeout.shop.web;

import io.github.ordertimeout.Explanation;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.shop.ShopProperties;
import io.github.ordertimeout.shop.checkout.Orders;
import io.github.ordertimeout.shop.payment.FakeProvider;
import io.github.ordertimeout.shop.warehouse.Warehouse;
import java.time.Clock;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What the page polls. */
@RestController
class BoardController {
    private static final int ORDERS = 25;

    private final Orders orders;
    private final Warehouse warehouse;
    private final FakeProvider provider;
    private final Feed feed;
    private final OrderTimeoutEngine engine;
    private final ShopProperties properties;
    private final Clock clock = Clock.systemUTC();

    BoardController(
            Orders orders,
            Warehouse warehouse,
            FakeProvider provider,
            Feed feed,
            OrderTimeoutEngine engine,
            ShopProperties properties) {
        this.orders = orders;
        this.warehouse = warehouse;
        this.provider = provider;
        this.feed = feed;
        this.engine = engine;
        this.properties = properties;
    }

    /** Straight from the table, not from the cache: the page is to show what is. */
    @GetMapping("/board")
    Board board() {
        return new Board(
                clock.instant(),
                properties.payWithin().toSeconds(),
                orders.latest(ORDERS),
                orders.stock(),
                warehouse.shelves(),
                provider.all(),
                feed.latest());
    }

    /** Why this order is or is not closed. */
    @GetMapping("/orders/{id}/explain")
    List<Explanation> explain(@PathVariable long id) {
        return engine.explain(String.valueOf(id));
    }
}
