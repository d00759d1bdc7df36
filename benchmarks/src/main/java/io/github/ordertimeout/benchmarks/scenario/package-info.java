/** One class per table of docs/performance.md. */
@NullMarked
package io.github.ordertimeout.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
