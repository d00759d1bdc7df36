/** Commands that measure the engine beside other ways to close the same orders, interleaved in one run. */
@NullMarked
package io.github.ordertimeout.benchmarks;

import org.jspecify.annotations.NullMarked;
