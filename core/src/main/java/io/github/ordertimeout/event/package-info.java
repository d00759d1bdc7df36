/**
 * What the engine tells listeners, after commit. A crash may skip an event; what must not be skipped is a row, not an event.
 */
@NullMarked
package io.github.ordertimeout.event;

import org.jspecify.annotations.NullMarked;
