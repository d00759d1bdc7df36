package io.github.ordertimeout.simulation;

import io.github.ordertimeout.close.OrderCloser;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.store.StateStore;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A node's store, whose closers are watched. */
record WatchedStore(OrderStore store, UnaryOperator<OrderCloser> watched) implements OrderStore {
    @Override
    public RuleStore open(Rule rule) {
        RuleStore opened = store.open(rule);
        return new RuleStore(
                opened.source(),
                opened.idsAmong(),
                opened.scanner(),
                watched.apply(opened.closer()),
                opened.payable(),
                opened.releasers(),
                opened.warnings());
    }

    @Override
    public CompensationStore compensations() {
        return store.compensations();
    }

    @Override
    public StateStore states() {
        return store.states();
    }

    @Override
    public ReleaseLedger releases() {
        return store.releases();
    }

    @Override
    public PaymentBook payments() {
        return store.payments();
    }

    @Override
    public <T> T inShortTransaction(Function<TransactionContext, T> work) {
        return store.inShortTransaction(work);
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
