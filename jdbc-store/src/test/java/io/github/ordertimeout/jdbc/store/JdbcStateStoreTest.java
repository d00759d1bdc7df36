package io.github.ordertimeout.jdbc.store;

import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.testkit.contract.StateStoreContract;
import io.github.ordertimeout.testkit.contract.StoreShop;
import org.junit.jupiter.params.Parameter;

@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class JdbcStateStoreTest extends StateStoreContract {
    @Parameter
    TestDatabase db;

    @Override
    protected StoreShop openShop() {
        return new JdbcShop(db, true);
    }
}
