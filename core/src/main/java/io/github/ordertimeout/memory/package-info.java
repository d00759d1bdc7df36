/**
 * A store in memory with the same contract as the JDBC one: for tests, demonstrations and simulations.
 */
@NullMarked
package io.github.ordertimeout.memory;

import org.jspecify.annotations.NullMarked;
