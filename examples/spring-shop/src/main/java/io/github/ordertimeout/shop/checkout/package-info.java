/** Orders, what they hold, and who may hold them longer. */
@NullMarked
package io.github.ordertimeout.shop.checkout;

import org.jspecify.annotations.NullMarked;
