package io.github.ordertimeout.shop.warehouse;

import io.github.ordertimeout.shop.ShopEvent;
import io.github.ordertimeout.shop.ShopProperties;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Which releases the warehouse fails: each how many-th, by turns in both ways, and those for which somebody has planned it. */
@Component
class WarehouseTrouble {
    private final int every;
    private final ApplicationEventPublisher events;
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<Long, Queue<Kind>> planned = new ConcurrentHashMap<>();

    WarehouseTrouble(ShopProperties properties, ApplicationEventPublisher events) {
        this.every = properties.warehouseFailsEvery();
        this.events = events;
    }

    /** How a call ends. */
    enum Kind {
        /** Well. */
        NONE,
        /** Nothing is done, and the caller learns that something went wrong. */
        REFUSES,
        /** It is done, and the caller learns that something went wrong: it will call again. */
        LOSES_ANSWER
    }

    void plan(long order, List<Kind> kinds) {
        planned.computeIfAbsent(order, key -> new ConcurrentLinkedQueue<>()).addAll(kinds);
    }

    /** How the call that is made for this order now shall end. */
    Kind next(long order) {
        Queue<Kind> queue = planned.get(order);
        Kind wanted = queue == null ? null : queue.poll();
        Kind kind = wanted == null ? byCount() : wanted;
        if (kind != Kind.NONE) {
            String what = kind == Kind.REFUSES ? "warehouse-refused" : "warehouse-answer-lost";
            events.publishEvent(new ShopEvent(what, String.valueOf(order), ""));
        }
        return kind;
    }

    private Kind byCount() {
        int call = calls.incrementAndGet();
        if (every == 0 || call % every != 0) {
            return Kind.NONE;
        }
        return call / every % 2 == 1 ? Kind.LOSES_ANSWER : Kind.REFUSES;
    }
}
