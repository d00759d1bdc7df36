package io.github.ordertimeout.memory;

import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.util.function.Function;

/** Runs work in a transaction of the database and hands that out. */
record MemoryTransactions(MemoryDatabase database) implements Transactions {
    @Override
    public <T> T inTransaction(Function<TransactionContext, T> work) {
        return database.inTransaction(transaction -> work.apply(new Context(transaction)));
    }

    private record Context(MemoryTransaction transaction) implements TransactionContext {
        @Override
        public <T> T unwrap(Class<T> type) {
            if (!type.isInstance(transaction)) {
                throw new IllegalArgumentException("A transaction in memory has a " + MemoryTransaction.class.getName()
                        + ", no " + type.getName());
            }
            return type.cast(transaction);
        }
    }
}
