/**
 * Shows an engine's work: meters, health and an Actuator endpoint, all from what the passes left behind, never by a query of
 * their own when they are looked at.
 */
@NullMarked
package io.github.ordertimeout.spring.observe;

import org.jspecify.annotations.NullMarked;
