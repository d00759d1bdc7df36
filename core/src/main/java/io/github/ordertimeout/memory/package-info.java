/**
 * A store in memory with the same contract as the JDBC one: for tests, demonstrations and simulations.
 *
 * <p>{@link io.github.ordertimeout.memory.MemoryDatabase} is a small model of a transactional database: tables, row locks,
 * two isolation levels, versions and places to fail. {@link io.github.ordertimeout.memory.MemoryOrderStore} reads and writes
 * orders in it as the JDBC store does in a real one, statement by statement, so that what interleaves or fails there does so
 * here.
 */
@NullMarked
package io.github.ordertimeout.memory;

import org.jspecify.annotations.NullMarked;
