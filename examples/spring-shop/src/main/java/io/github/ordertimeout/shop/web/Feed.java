package io.github.ordertimeout.shop.web;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.shop.ShopEvent;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** The last things that happened, in order. */
@Component
class Feed {
    private static final int MOST = 60;

    private final Clock clock = Clock.systemUTC();
    private final Deque<Line> lines = new ArrayDeque<>();
    private long written;

    /**
     * One thing that happened.
     *
     * @param number counts up
     * @param what a word that the page knows in both languages
     */
    record Line(long number, Instant at, String what, String order, String detail) {}

    @EventListener
    void on(ShopEvent event) {
        add(event.what(), event.order(), event.detail());
    }

    @EventListener
    void on(EngineEvent.OrderClosed closed) {
        add("closed", closed.order().order().id(), closed.cause().reason());
    }

    @EventListener
    void on(EngineEvent.Released released) {
        add("released", released.key().id(), released.type());
    }

    @EventListener
    void on(EngineEvent.PaymentFound found) {
        add("payment-found", found.key().id(), found.reference().orElse(""));
    }

    @EventListener
    void on(EngineEvent.PaymentRefunded refunded) {
        add("refunded", refunded.request().key().id(), refunded.request().reference());
    }

    private synchronized void add(String what, String order, String detail) {
        lines.addFirst(new Line(++written, clock.instant(), what, order, detail));
        if (lines.size() > MOST) {
            lines.removeLast();
        }
    }

    /** Newest first. */
    synchronized List<Line> latest() {
        return new ArrayList<>(lines);
    }
}
