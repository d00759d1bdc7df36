package io.github.ordertimeout.store;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.release.ReleaseLedger;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Where orders live. An application makes one and hands it to the engine.
 *
 * <p>Thread-safe.
 */
public interface OrderStore {
    /**
     * Checks a rule against the store and opens it: tables and columns exist, values fit their columns, a close falsifies its
     * own guard.
     *
     * @throws io.github.ordertimeout.config.ConfigurationException with every fault found
     */
    RuleStore open(Rule rule);

    /**
     * What a person should know of opened rules, their tables and data, beside what {@link #open} has warned of: asked once, after
     * the start, on a thread of its own. May take a while; writes nothing.
     */
    default List<Finding> examine(Collection<Rule> opened) {
        return List.of();
    }

    /** The durable failures and owed work of all rules. */
    CompensationStore compensations();

    /** What all nodes remember together. */
    StateStore states();

    /** What closes owe and have done. */
    ReleaseLedger releases();

    /** The payments that were seen for orders of all rules. */
    PaymentBook payments();

    /** Opens transactions on the store. */
    Transactions transactions();

    /**
     * Runs work in one new transaction, begun again where a concurrent one got in its way: it must bear that.
     *
     * @throws io.github.ordertimeout.transaction.CommitOutcomeUnknownException if the last commit may have taken effect
     */
    default <T> T inShortTransaction(Function<TransactionContext, T> work) {
        return transactions().inTransaction(work);
    }

    /** The store's time in the middle of a transaction. */
    default Instant now(TransactionContext transaction) {
        return now();
    }

    /** Runs work in a transaction that somebody else opened and will end, under the store's time limits. */
    default <T> T inTransactionOf(TransactionContext host, Function<TransactionContext, T> work) {
        return work.apply(host);
    }

    /** The store's own time: the only clock that decides what is due. Not frozen by a transaction. */
    Instant now();
}
