package io.github.ordertimeout.jdbc.settle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.testkit.contract.CompensationStoreContract;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class JdbcCompensationStoreTest extends CompensationStoreContract {
    @Parameter
    TestDatabase db;

    private Database database;
    private CompensationStore store;

    @BeforeEach
    void makeTables() {
        database = db.withOwnTables().database();
        store = new JdbcCompensationStore(database, new OwnTables("order_timeout_"));
    }

    @Override
    protected CompensationStore store() {
        return store;
    }

    @Override
    protected <T> T inTransaction(Function<TransactionContext, T> work) {
        return database.inShortTransaction(work);
    }

    @Test
    @DisplayName(
            "a row of a kind that only a newer version knows is left to that, and keeps this one from no other row")
    void ofANewerVersion() {
        OrderKey key = new OrderKey("orders", "o-1");
        Instant now = Instant.parse("2026-03-01T10:00:00Z");
        store.add(new Compensation("unpaid", key, CompensationKind.STUCK, "", "newer"), now);
        db.execute("update order_timeout_compensation set kind = 'FUTURE'");
        store.add(new Compensation("unpaid", key, CompensationKind.CLOSE, "", "ours"), now);
        assertThat(store.claimDue(now, Duration.ofMinutes(1), "t1", 10))
                .extracting(row -> row.what().reason())
                .containsExactly("ours");
        assertThat(store.list(0, 10)).hasSize(1);
        assertThat(store.of(key)).hasSize(1);
        assertThat(db.number("select count(*) from order_timeout_compensation")).isEqualTo(2);
    }
}
