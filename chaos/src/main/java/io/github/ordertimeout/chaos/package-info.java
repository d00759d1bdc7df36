/**
 * Proof under fire. {@link io.github.ordertimeout.chaos.Chaos} starts nodes in processes of their own on a real database, lets a
 * shop make, pay and cancel orders, injects faults that a seed decides, and reads all history at the end.
 *
 * <p>{@code Round} is one seed from beginning to end; {@code Checker} says which promise was broken.
 */
@NullMarked
package io.github.ordertimeout.chaos;

import org.jspecify.annotations.NullMarked;
