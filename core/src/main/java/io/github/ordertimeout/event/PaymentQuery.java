package io.github.ordertimeout.event;

import java.time.Duration;

/**
 * One call of a payment gateway that asked about orders.
 *
 * @param orders about how many
 * @param took how long it took, also where nobody waited for its end any more
 * @param answered false where it threw
 */
public record PaymentQuery(int orders, Duration took, boolean answered) {}
