/**
 * The only place that reads clocks and waits. Everything else is handed a {@link io.github.ordertimeout.time.TimeSource}.
 */
@NullMarked
package io.github.ordertimeout.time;

import org.jspecify.annotations.NullMarked;
