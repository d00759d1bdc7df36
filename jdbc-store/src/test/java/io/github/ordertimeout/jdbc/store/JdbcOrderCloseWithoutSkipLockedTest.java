package io.github.ordertimeout.jdbc.store;

import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.contract.OrderCloseContract;
import io.github.ordertimeout.testkit.contract.StoreShop;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** As on MySQL 5.7: slower and still sound. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class JdbcOrderCloseWithoutSkipLockedTest extends OrderCloseContract {
    @Parameter
    TestDatabase db;

    @Override
    protected StoreShop openShop() {
        return new JdbcShop(db, false);
    }

    /** The whole batch fails as locked, under the lock limit; the engine asks for fewer then. */
    @Test
    @Override
    @DisplayName("an order that somebody holds locked fails its batch as locked, within the lock limit")
    protected void lockedRow() throws Exception {
        assertLockedRowFailsItsBatch();
    }
}
