/**
 * A deterministic simulation: engines, customers and the shop's own jobs on one virtual clock, with every step of every
 * transaction a place to be overtaken, to fail or to crash. Everything is drawn from a seed; one seed is one run.
 *
 * <p>{@link io.github.ordertimeout.simulation.Plan} says what will happen, {@link
 * io.github.ordertimeout.simulation.Simulation} lets it happen, the {@code …Checks} compare what was committed with what the
 * library promises.
 */
@NullMarked
package io.github.ordertimeout.simulation;

import org.jspecify.annotations.NullMarked;
