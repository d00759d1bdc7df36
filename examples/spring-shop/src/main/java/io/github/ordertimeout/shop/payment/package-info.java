/** The shop's side of payments: guard, gateway, refunds; and a provider that is a fake. */
@NullMarked
package io.github.ordertimeout.shop.payment;

import org.jspecify.annotations.NullMarked;
