/** The shop that all contenders work on: its tables on each database, filled and put back by the server itself. */
@NullMarked
package io.github.ordertimeout.benchmarks.shop;

import org.jspecify.annotations.NullMarked;
