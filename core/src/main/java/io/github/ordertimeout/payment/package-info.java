/**
 * Payments that come in. Takes an order and a payment's reference, yields what became of it: the order is paid, or the money is
 * owed back; never answers "paid" for a closed order, and never passes over a payment in silence.
 */
@NullMarked
package io.github.ordertimeout.payment;

import org.jspecify.annotations.NullMarked;
