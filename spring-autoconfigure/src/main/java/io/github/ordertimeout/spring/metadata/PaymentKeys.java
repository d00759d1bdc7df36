package io.github.ordertimeout.spring.metadata;

import io.github.ordertimeout.config.PaymentSettings;
import java.time.Duration;

/**
 * Keys of {@code payment} inside a rule, for tools that complete keys; never bound.
 *
 * @param timeout How long one call of a payment gateway may take; then the answer is unknown.
 * @param threads Calls at once.
 * @param maxPerSecond Calls a second, queries and cancels together; 0: no limit. A pass waits for its turn without a
 *     connection.
 * @param answerValid An older answer closes nothing.
 * @param cancelFirst Cancel pending payments at the provider before the close: auto where the gateway can, true (a
 *     gateway that cannot is refused), false.
 * @param maxDefer An order held back for longer by the payment side counts as stuck, is listed for a person, and alerts
 *     once.
 * @param recheck How often a stuck order is asked about, and how long after a close during which a payment could still
 *     come in the provider is asked once more; 0s: not after a close.
 */
record PaymentKeys(
        Duration timeout,
        Integer threads,
        Integer maxPerSecond,
        Duration answerValid,
        PaymentSettings.CancelFirst cancelFirst,
        Duration maxDefer,
        Duration recheck) {}
