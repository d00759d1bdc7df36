/**
 * Time columns. Takes a cut-off as an instant, yields a condition that an index can serve; takes what a column holds, yields
 * an instant. All conversion happens in Java: the zone functions of databases need tables that are often missing, and bound
 * no index.
 */
@NullMarked
package io.github.ordertimeout.jdbc.time;

import org.jspecify.annotations.NullMarked;
