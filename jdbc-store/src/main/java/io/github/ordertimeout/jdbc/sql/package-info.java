/** SQL text together with the values bound into it, so that no value is ever written into text. Knows no database. */
@NullMarked
package io.github.ordertimeout.jdbc.sql;

import org.jspecify.annotations.NullMarked;
