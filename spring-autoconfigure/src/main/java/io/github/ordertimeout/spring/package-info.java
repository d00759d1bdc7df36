/**
 * Wires the engine into a Spring Boot application: reads {@code order-timeout.*} with the runner's own parser, makes store, engine
 * and payment guard, hands the application's beans to them, and starts and stops the engine with the context. Never decides what
 * closes an order: that is core's.
 */
@NullMarked
package io.github.ordertimeout.spring;

import org.jspecify.annotations.NullMarked;
