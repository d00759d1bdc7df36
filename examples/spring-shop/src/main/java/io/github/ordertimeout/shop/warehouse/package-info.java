/** A warehouse in another system that is called over HTTP; both sides of the line. */
@NullMarked
package io.github.ordertimeout.shop.warehouse;

import org.jspecify.annotations.NullMarked;
