package io.github.ordertimeout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Busy and deferred orders, to be looked at again before the next full pass. Bounded: what does not fit waits for the full
 * pass. Thread-safe.
 */
final class LookAgain {
    private static final int MOST = 10_000;

    private final Map<String, Instant> due = new LinkedHashMap<>();

    synchronized void at(String id, Instant when) {
        if (due.size() < MOST || due.containsKey(id)) {
            due.put(id, when);
        }
    }

    /** Takes those whose moment has come, at most that many. */
    synchronized List<String> take(Instant now, int limit) {
        List<String> taken = new ArrayList<>();
        for (var entries = due.entrySet().iterator(); entries.hasNext() && taken.size() < limit; ) {
            var entry = entries.next();
            if (!entry.getValue().isAfter(now)) {
                taken.add(entry.getKey());
                entries.remove();
            }
        }
        return taken;
    }

    /** A full pass meets them all anyway. */
    synchronized void clear() {
        due.clear();
    }

    synchronized Optional<Instant> next() {
        return due.values().stream().min(Comparator.naturalOrder());
    }
}
