/** The ways to close the shop's overdue orders. */
@NullMarked
package io.github.ordertimeout.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
