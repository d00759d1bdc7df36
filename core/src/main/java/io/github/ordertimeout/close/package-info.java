/**
 * Step 3. Takes checked orders, closes them in one transaction under a locking read that repeats every condition, and
 * tells per order what became of it; never closes what that read did not return.
 */
@NullMarked
package io.github.ordertimeout.close;

import org.jspecify.annotations.NullMarked;
