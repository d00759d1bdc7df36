package io.github.ordertimeout.close;

import io.github.ordertimeout.transaction.TransactionContext;
import java.util.List;

/** What else happens in the closing transaction, after the orders and their ledger rows are written. */
@FunctionalInterface
public interface InClosingTransaction {
    /** Nothing else. */
    InClosingTransaction NOTHING = (closed, transaction) -> {};

    /** Runs for exactly the orders that the locking read returned; an exception rolls everything back. */
    void run(List<ClosedOrder> closed, TransactionContext transaction);
}
