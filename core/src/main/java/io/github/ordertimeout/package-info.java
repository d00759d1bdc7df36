/**
 * Closes orders whose time to pay has run out: the front door.
 *
 * <p>{@link io.github.ordertimeout.OrderTimeoutEngine} is built from {@linkplain io.github.ordertimeout.config.Settings
 * settings} and a {@linkplain io.github.ordertimeout.store.OrderStore store}. A pass of a rule goes through five rooms, each a
 * package: {@link io.github.ordertimeout.scan scan} finds overdue orders, {@link io.github.ordertimeout.check check} holds
 * back those that should stay open, {@link io.github.ordertimeout.close close} closes the others in one transaction per batch,
 * {@link io.github.ordertimeout.release release} gives back what they held inside that transaction, and {@link
 * io.github.ordertimeout.settle settle} keeps what failed and tries it again.
 */
@NullMarked
package io.github.ordertimeout;

import org.jspecify.annotations.NullMarked;
