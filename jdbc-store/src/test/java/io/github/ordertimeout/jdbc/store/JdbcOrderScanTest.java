package io.github.ordertimeout.jdbc.store;

import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.testkit.contract.OrderScanContract;
import io.github.ordertimeout.testkit.contract.StoreShop;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class JdbcOrderScanTest extends OrderScanContract {
    @Parameter
    TestDatabase db;

    @Override
    protected StoreShop openShop() {
        return new JdbcShop(db, true);
    }
}
