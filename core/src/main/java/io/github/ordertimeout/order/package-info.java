/**
 * The nouns every step speaks of: an order's identity and what was read of it. Knows nothing else of this library.
 */
@NullMarked
package io.github.ordertimeout.order;

import org.jspecify.annotations.NullMarked;
