/**
 * The built-in releaser. Takes the closed orders, reads their items, and gives the quantities back to the stock rows: one
 * update per row, last in the closing transaction and always in the same order. Never touches a row that no item names.
 */
@NullMarked
package io.github.ordertimeout.jdbc.release;

import org.jspecify.annotations.NullMarked;
