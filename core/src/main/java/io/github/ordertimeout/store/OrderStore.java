package io.github.ordertimeout.store;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;

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

    /** The durable failures and owed work of all rules. */
    CompensationStore compensations();

    /** Opens transactions on the store. */
    Transactions transactions();

    /** The store's own time: the only clock that decides what is due. Not frozen by a transaction. */
    Instant now();
}
