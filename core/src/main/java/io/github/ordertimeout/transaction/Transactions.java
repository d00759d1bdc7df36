package io.github.ordertimeout.transaction;

import java.util.Optional;
import java.util.function.Function;

/**
 * Opens the unit of work. A store brings its own; an application passes one over its transaction manager, so that what its
 * own code writes commits together with the close.
 */
@FunctionalInterface
public interface Transactions {
    /**
     * Runs the work in one new transaction: commits when it returns, rolls back when it throws, and throws on.
     *
     * @return what the work returned
     * @throws CommitOutcomeUnknownException if the commit failed in such a way that it may have taken effect
     */
    <T> T inTransaction(Function<TransactionContext, T> work);

    /**
     * The transaction that the calling thread is in, where these transactions can tell: the payment guard joins it. What a
     * framework's transactions know, plain ones do not.
     */
    default Optional<TransactionContext> current() {
        return Optional.empty();
    }
}
