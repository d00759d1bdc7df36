package io.github.ordertimeout.chaos;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A warehouse elsewhere, which gives back once for each key. Thread-safe. */
final class Warehouse {
    private final Set<String> keys = new HashSet<>();
    private final Map<Long, Integer> given = new HashMap<>();
    private int repeated;

    synchronized String release(String key, long order) {
        if (keys.add(key)) {
            given.merge(order, 1, Integer::sum);
            return "GIVEN";
        }
        repeated++;
        return "ALREADY";
    }

    /** How often an order's goods were given back in effect. */
    synchronized int given(long order) {
        return given.getOrDefault(order, 0);
    }

    /** Loses what it has done for an order; for tests of the checker. */
    synchronized void forget(long order) {
        given.remove(order);
    }

    /** Calls that had been answered before. */
    synchronized int repeated() {
        return repeated;
    }
}
