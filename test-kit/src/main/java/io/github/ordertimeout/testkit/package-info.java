/**
 * A shop in memory that a test drives by hand, and what it scripts and records: clock, releasers, payments, listener.
 *
 * <p>Sub-packages hold the faults of databases and networks, and the contracts that every implementation of an SPI passes.
 */
@NullMarked
package io.github.ordertimeout.testkit;

import org.jspecify.annotations.NullMarked;
