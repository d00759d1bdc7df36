package io.github.ordertimeout.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ordertimeout.memory.Isolation;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.memory.MemoryTransaction;
import io.github.ordertimeout.testkit.contract.OrderCloseContract;
import io.github.ordertimeout.testkit.contract.OrderScanContract;
import io.github.ordertimeout.testkit.contract.StoreShop;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

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

    @Test
    @DisplayName("work in a transaction reaches it by its type; another type is refused by name")
    void unwrap() {
        MemoryOrderStore store = MemoryOrderStore.create(() -> Instant.EPOCH);
        boolean open = store.transactions()
                .inTransaction(
                        context -> context.unwrap(MemoryTransaction.class).isOpen());
        assertThat(open).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.transactions().inTransaction(context -> context.unwrap(String.class)))
                .withMessageContaining("MemoryTransaction");
    }
}
