package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Shop;

/** A way to close all orders of the shop that are overdue. */
public interface Contender extends AutoCloseable {
    /** How tables call it. */
    String name();

    /** Closes them; yields how many it takes itself to have closed. */
    long closeAll();

    /** The ledger that it writes. */
    default String ledger() {
        return Shop.LEDGER;
    }

    /** What has to be done before the clock runs; a scheduler's jobs are made here. */
    default void prepare() {}

    @Override
    default void close() {}
}
