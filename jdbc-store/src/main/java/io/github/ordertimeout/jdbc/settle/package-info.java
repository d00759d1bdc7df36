/** Keeps compensation rows in the library's own table. Claims are compare-and-set by token; the table is its only state. */
@NullMarked
package io.github.ordertimeout.jdbc.settle;

import org.jspecify.annotations.NullMarked;
