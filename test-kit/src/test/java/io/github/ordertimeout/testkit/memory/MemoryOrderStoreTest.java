package io.github.ordertimeout.testkit.memory;

import io.github.ordertimeout.memory.Isolation;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.memory.MemoryTransaction;
import io.github.ordertimeout.testkit.contract.OrderCloseContract;
import io.github.ordertimeout.testkit.contract.OrderScanContract;
import io.github.ordertimeout.testkit.contract.PayableOrdersContract;
import io.github.ordertimeout.testkit.contract.PaymentBookContract;
import io.github.ordertimeout.testkit.contract.ReleaseLedgerContract;
import io.github.ordertimeout.testkit.contract.StateStoreContract;
import io.github.ordertimeout.testkit.contract.StoreShop;
import io.github.ordertimeout.testkit.contract.TransactionsContract;
import io.github.ordertimeout.transaction.TransactionContext;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/** The contract of every store, in memory, the closes under both isolation levels. */
class MemoryOrderStoreTest {

    @Nested
    class Scan extends OrderScanContract {
        @Override
        protected StoreShop openShop() {
            return new MemoryStoreShop(Isolation.READ_COMMITTED);
        }
    }

    @Nested
    class CloseInReadCommitted extends OrderCloseContract {
        @Override
        protected StoreShop openShop() {
            return new MemoryStoreShop(Isolation.READ_COMMITTED);
        }
    }

    @Nested
    class CloseInRepeatableRead extends OrderCloseContract {
        @Override
        protected StoreShop openShop() {
            return new MemoryStoreShop(Isolation.REPEATABLE_READ);
        }
    }

    @Nested
    class States extends StateStoreContract {
        @Override
        protected StoreShop openShop() {
            return new MemoryStoreShop(Isolation.READ_COMMITTED);
        }
    }

    @Nested
    class Releases extends ReleaseLedgerContract {
        @Override
        protected StoreShop openShop() {
            return new MemoryStoreShop(Isolation.READ_COMMITTED);
        }
    }

    @Nested
    class Payments extends PaymentBookContract {
        @Override
        protected StoreShop openShop() {
            return new MemoryStoreShop(Isolation.READ_COMMITTED);
        }
    }

    @Nested
    class PaidInReadCommitted extends PayableOrdersContract {
        @Override
        protected StoreShop openShop() {
            return new MemoryStoreShop(Isolation.READ_COMMITTED);
        }
    }

    @Nested
    class PaidInRepeatableRead extends PayableOrdersContract {
        @Override
        protected StoreShop openShop() {
            return new MemoryStoreShop(Isolation.REPEATABLE_READ);
        }
    }

    @Nested
    class InTransactions extends TransactionsContract {
        private final MemoryOrderStore store = MemoryOrderStore.create(() -> Instant.EPOCH);

        InTransactions() {
            store.database().createTable("texts", "text");
        }

        @Override
        protected Transactions transactions() {
            return store.transactions();
        }

        @Override
        protected void write(TransactionContext transaction, String text) {
            transaction.unwrap(MemoryTransaction.class).insert("texts", Map.of("text", text));
        }

        @Override
        protected List<String> committed() {
            return store.database().rows("texts").stream().map(MemoryRow::key).toList();
        }

        @Override
        protected Class<?> resource() {
            return MemoryTransaction.class;
        }
    }
}
