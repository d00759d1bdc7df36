package io.github.ordertimeout.config;

import java.time.Duration;

/**
 * How the payment side is asked.
 *
 * @param timeout how long one call may take; what takes longer is unknown
 * @param threads calls at once
 * @param maxPerSecond calls per second to the payment side, queries and cancels together; 0: no limit
 * @param answerValid an answer older than this does not close an order
 * @param cancelFirst whether pending payments are cancelled at the provider before an order is closed
 * @param maxDefer an order held back by the payment side for longer than this after its time ran out counts as stuck
 * @param recheck how long after a close, and how often for a stuck order, the payment side is asked again; zero: a closed
 *     order is not asked about again
 */
public record PaymentSettings(
        Duration timeout,
        int threads,
        int maxPerSecond,
        Duration answerValid,
        CancelFirst cancelFirst,
        Duration maxDefer,
        Duration recheck) {
    /** The documented defaults. */
    public static final PaymentSettings DEFAULT = new PaymentSettings(
            Duration.ofSeconds(3),
            8,
            0,
            Duration.ofSeconds(5),
            CancelFirst.AUTO,
            Duration.ofMinutes(30),
            Duration.ofMinutes(10));

    /** Whether pending payments are cancelled at the provider before the close. */
    public enum CancelFirst {
        /** Where the gateway can. */
        AUTO,
        /** Always: a gateway that cannot is refused at start. */
        TRUE,
        /** Never. */
        FALSE
    }
}
