/**
 * Step 4. Takes the closed orders and gives back what they held, inside the closing transaction; never runs for an order
 * that was not closed.
 */
@NullMarked
package io.github.ordertimeout.release;

import org.jspecify.annotations.NullMarked;
