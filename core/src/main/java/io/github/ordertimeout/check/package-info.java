/**
 * Step 2. Takes what the scan read of an order, yields a {@link io.github.ordertimeout.check.Verdict}; never writes, and
 * can only hold back.
 */
@NullMarked
package io.github.ordertimeout.check;

import org.jspecify.annotations.NullMarked;
