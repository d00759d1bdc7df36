/**
 * Payments on a database: an order's row as a payment meets it, locked and read as of now, and the table of the payments that
 * were seen.
 */
@NullMarked
package io.github.ordertimeout.jdbc.payment;

import org.jspecify.annotations.NullMarked;
