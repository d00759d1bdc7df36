package io.github.ordertimeout.chaos;

import java.time.Duration;

/**
 * How much of everything.
 *
 * @param nodes processes that close
 * @param faults how long faults are injected
 * @param interval {@code scan.interval}
 * @param timeout how long an order may be paid
 * @param perSecond orders that are made in a second
 * @param gap about how long it is from one fault to the next
 * @param stretch what the length of each fault is multiplied by; 1: seconds to half a minute
 * @param slack what a pass itself may take, on a machine that does much else
 * @param patience how long is waited for what killed nodes have claimed, before it is settled as if it were later
 * @param leases whether the nodes share the rule's shards among themselves by locks in the database
 */
record Scale(
        int nodes,
        Duration faults,
        Duration interval,
        Duration timeout,
        double perSecond,
        Duration gap,
        double stretch,
        Duration slack,
        Duration patience,
        boolean leases) {
    /** A few seconds, for every build. */
    static Scale brief() {
        return new Scale(
                3,
                Duration.ofSeconds(6),
                Duration.ofSeconds(1),
                Duration.ofSeconds(3),
                20,
                Duration.ofMillis(500),
                0.12,
                Duration.ofSeconds(8),
                Duration.ofSeconds(3),
                false);
    }

    /** So many minutes of faults. */
    static Scale of(Duration faults, int nodes, double perSecond, boolean leases) {
        return new Scale(
                nodes,
                faults,
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                perSecond,
                Duration.ofSeconds(6),
                1,
                Duration.ofSeconds(3),
                Duration.ofSeconds(100),
                leases);
    }

    @Override
    public String toString() {
        return nodes + " nodes, " + perSecond + " orders/s, timeout " + timeout.toSeconds() + " s, interval "
                + interval.toSeconds() + " s" + (leases ? ", shards by leases" : "");
    }
}
