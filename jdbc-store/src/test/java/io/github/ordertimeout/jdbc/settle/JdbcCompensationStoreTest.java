package io.github.ordertimeout.jdbc.settle;

import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.testkit.contract.CompensationStoreContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class JdbcCompensationStoreTest extends CompensationStoreContract {
    @Parameter
    TestDatabase db;

    private CompensationStore store;

    @BeforeEach
    void makeTables() {
        store = new JdbcCompensationStore(db.withOwnTables().database(), new OwnTables("order_timeout_"));
    }

    @Override
    protected CompensationStore store() {
        return store;
    }
}
