package io.github.ordertimeout.jdbc.mapping;

import java.time.Instant;

/**
 * What {@code :now}, {@code :reason} and {@code :rule} stand for in one closing transaction.
 *
 * @param now the database's time
 * @param reason why orders are closed
 * @param rule the rule's name
 */
public record CloseMoment(Instant now, String reason, String rule) {}
