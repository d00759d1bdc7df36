package io.github.ordertimeout;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One tally per rule, shared by the compensation work and the pass of one run. Thread-safe. */
final class Tallies {
    private final Instant now;
    private final Map<String, PassTally> byRule = new ConcurrentHashMap<>();

    Tallies(Instant now) {
        this.now = now;
    }

    PassTally of(String rule) {
        return byRule.computeIfAbsent(rule, name -> new PassTally(now));
    }
}
