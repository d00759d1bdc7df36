package io.github.ordertimeout.standalone;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;

/** A store for a first look: before the library's own tables are made, nothing waits for compensation. */
record ReadOnlyStore(OrderStore store, CompensationStore compensations) implements OrderStore {
    static OrderStore over(OrderStore store) {
        try {
            store.compensations().counts();
            return store;
        } catch (RuntimeException e) {
            // Where it is more than missing tables, the first question about the orders fails as well.
            return new ReadOnlyStore(store, new NoCompensations());
        }
    }

    @Override
    public RuleStore open(Rule rule) {
        return store.open(rule);
    }

    @Override
    public Transactions transactions() {
        return store.transactions();
    }

    @Override
    public Instant now() {
        return store.now();
    }
}
