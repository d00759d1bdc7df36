/**
 * What differs from one database to the next: quoting, locks, limits, clocks, and what an error means. Opens no connection
 * and knows no table but the library's own.
 */
@NullMarked
package io.github.ordertimeout.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
