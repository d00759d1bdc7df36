package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.testkit.contract.InventoryReleaserContract;
import io.github.ordertimeout.transaction.Transactions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;

/** The built-in releaser keeps the contract on every database. */
@EachDatabase
class InventoryContractTest extends InventoryReleaserContract {
    private static final int STOCK = 1000;

    @Parameter
    TestDatabase db;

    private InventoryReleaser releaser;
    private Transactions transactions;
    private int orders;

    @BeforeEach
    void shop() {
        releaser = Shop.plain(db)
                .with("INSERT INTO stock VALUES (1, " + STOCK + ", 0)")
                .open(new Inventories());
        transactions = db.database().transactions();
    }

    @Override
    protected InventoryReleaser releaser() {
        return releaser;
    }

    @Override
    protected Transactions transactions() {
        return transactions;
    }

    @Override
    protected ClosedOrder holding(int units) {
        orders++;
        if (units > 0) {
            db.execute("INSERT INTO items VALUES (" + orders + ", 1, " + units + ", 0)");
        }
        return new ClosedOrder(Shop.order(orders), 1, Shop.NOW, "unpaid");
    }

    @Override
    protected long givenBack() {
        return STOCK - db.number("SELECT reserved FROM stock");
    }
}
