/** Rounds, medians and spreads; tables and charts of them. */
@NullMarked
package io.github.ordertimeout.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
