package io.github.ordertimeout.spring.metadata;

import io.github.ordertimeout.config.CloseSettings;
import java.time.Duration;

/**
 * Keys of {@code close} inside a rule, for tools that complete keys; never bound.
 *
 * @param mode Dry-run counts and writes nothing; a person's cancel is refused too.
 * @param threads Batches closed at once, one connection each.
 * @param maxPerSecond Closes a second of one engine; 0: no limit. A pass waits for its turn without a connection.
 * @param lockTimeout How long a statement may wait for a lock.
 * @param statementTimeout How long a statement may run.
 */
record CloseKeys(
        CloseSettings.Mode mode,
        Integer threads,
        Integer maxPerSecond,
        Duration lockTimeout,
        Duration statementTimeout) {}
