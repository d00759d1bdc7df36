package io.github.ordertimeout.jdbc.settle;

import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.testkit.contract.CompensationStoreContract;
import io.github.ordertimeout.transaction.TransactionContext;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** As on an older server: slower, and still sound. */
@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class WithoutSkipLockedTest extends CompensationStoreContract {
    @Parameter
    TestDatabase db;

    private Database database;
    private CompensationStore store;

    @BeforeEach
    void makeTables() {
        database = db.withOwnTables().builder().withoutSkipLocked().build();
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
}
