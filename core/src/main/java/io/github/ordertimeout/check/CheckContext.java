package io.github.ordertimeout.check;

import java.time.Instant;

/**
 * What a policy may know beside the order.
 *
 * @param rule the rule's name
 * @param now the database's time at the start of the pass
 */
public record CheckContext(String rule, Instant now) {}
