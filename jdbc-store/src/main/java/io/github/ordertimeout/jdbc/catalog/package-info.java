/**
 * What the database says of the shop's tables: their exact names, keys and column types. Takes names and literals from the
 * configuration, yields quoted identifiers and values bound by the column's own type; never guesses, and never writes.
 */
@NullMarked
package io.github.ordertimeout.jdbc.catalog;

import org.jspecify.annotations.NullMarked;
