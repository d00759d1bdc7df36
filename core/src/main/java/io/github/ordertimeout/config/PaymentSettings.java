package io.github.ordertimeout.config;

import java.time.Duration;

/**
 * How a payment gateway is asked.
 *
 * @param timeout how long one call may take; what takes longer is unknown
 * @param threads calls at once
 * @param answerValid an answer older than this does not close an order
 * @param maxDefer an order held back by the payment side for longer than this after its time ran out counts as stuck
 */
public record PaymentSettings(Duration timeout, int threads, Duration answerValid, Duration maxDefer) {
    /** The documented defaults. */
    public static final PaymentSettings DEFAULT =
            new PaymentSettings(Duration.ofSeconds(3), 8, Duration.ofSeconds(5), Duration.ofMinutes(30));
}
