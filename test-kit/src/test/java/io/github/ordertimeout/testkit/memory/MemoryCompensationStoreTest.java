package io.github.ordertimeout.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.memory.Isolation;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.testkit.contract.CompensationStoreContract;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MemoryCompensationStoreTest {

    @Nested
    class ReadCommitted extends Contract {
        ReadCommitted() {
            super(Isolation.READ_COMMITTED);
        }
    }

    @Nested
    class RepeatableRead extends Contract {
        RepeatableRead() {
            super(Isolation.REPEATABLE_READ);
        }
    }

    private abstract static class Contract extends CompensationStoreContract {
        private final MemoryOrderStore store;

        Contract(Isolation isolation) {
            store = MemoryOrderStore.on(new MemoryDatabase(isolation, Duration.ofSeconds(10)), () -> Instant.EPOCH);
        }

        @Override
        protected CompensationStore store() {
            return store.compensations();
        }

        @Override
        protected <T> T inTransaction(Function<TransactionContext, T> work) {
            return store.transactions().inTransaction(work);
        }

        @Test
        @DisplayName("two stores on one database share their rows, as two nodes do")
        void twoNodes() {
            Instant now = Instant.parse("2026-03-29T01:30:00Z");
            store().add(Compensation.failedClose("unpaid", new OrderKey("orders", "1"), "reason"), now);
            MemoryOrderStore other = MemoryOrderStore.on(store.database(), () -> Instant.EPOCH);
            assertThat(other.compensations().counts(now)).isEqualTo(new CompensationCounts(1, 0, Duration.ZERO));
        }
    }
}
