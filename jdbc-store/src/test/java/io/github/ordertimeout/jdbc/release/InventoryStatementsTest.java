package io.github.ordertimeout.jdbc.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class InventoryStatementsTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("the number of statements does not depend on the number of orders, lines or stock rows")
    void constant() {
        // on PostgreSQL one statement reads the items, sums and changes; else sums, on H2 a savepoint, change
        int statements =
                switch (db.server()) {
                    case POSTGRESQL -> 1;
                    case H2 -> 3;
                    default -> 2;
                };
        constant(new Inventories(), statements);
    }

    @Test
    @DisplayName("the same where each line must be looked at")
    void constantLineByLine() {
        // items, their stock rows where a locking read must not look for them, lock and update: together on PostgreSQL
        int statements =
                switch (db.server()) {
                    case POSTGRESQL -> 2;
                    case H2 -> 3;
                    default -> 4;
                };
        List<String> sent = constant(new Inventories().shortage(Inventory.Shortage.FLOOR), statements);
        assertThat(sent).anyMatch(sql -> sql.matches(".* ORDER BY .* FOR (NO KEY )?UPDATE.*"));
    }

    private List<String> constant(Inventories inventories, int statements) {
        Shop.plain(db).with(filling(500));
        FaultyDataSource counted = new FaultyDataSource(db.dataSource());
        Shop shop = new Shop(db, db.builder(counted).build());
        SqlInventoryReleaser releaser = shop.open(inventories);
        shop.release(releaser, Shop.order(500)); // InnoDB is asked for its isolation once
        counted.clear();

        shop.release(releaser, Shop.order(1));
        List<String> sent = prepared(counted);
        assertThat(sent).hasSize(statements).anyMatch(sql -> sql.contains("UPDATE "));

        shop.release(releaser, Shop.orders(499));
        assertThat(prepared(counted)).hasSize(statements);
        assertThat(db.number("SELECT sum(reserved) FROM stock")).isEqualTo(50_000 - 1 - 1 - 499);
        return sent;
    }

    @Test
    @DisplayName("longer batches are read in chunks of at most 500 keys, and each stock row is still changed once")
    void chunks() {
        Shop shop = Shop.plain(db).with(filling(1100));

        shop.release(shop.open(new Inventories()), Shop.orders(1100));

        assertThat(db.number("SELECT sum(reserved) FROM stock")).isEqualTo(110_000 - 1100);
    }

    @Test
    @DisplayName("an order without items costs one statement")
    void nothingToRelease() {
        Shop.plain(db);
        FaultyDataSource counted = new FaultyDataSource(db.dataSource());
        Shop shop = new Shop(db, db.builder(counted).build());
        SqlInventoryReleaser releaser = shop.open(new Inventories());
        counted.clear();

        shop.release(releaser, new OrderSnapshot[] {Shop.order(1)});

        assertThat(prepared(counted)).hasSize(1);
    }

    /** Without the plain statements that set time limits; a batch is one. */
    private static List<String> prepared(FaultyDataSource counted) {
        return counted.take().stream()
                .filter(DatabaseCall::prepared)
                .map(DatabaseCall::sql)
                .toList();
    }

    /** As many orders as stock rows, each order with one line. */
    private static String[] filling(int count) {
        List<String> items = new ArrayList<>();
        List<String> stock = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            items.add("(" + i + "," + (count + 1 - i) + ",1,0)");
            stock.add("(" + i + ",100,0)");
        }
        return new String[] {
            "INSERT INTO items VALUES " + String.join(",", items), "INSERT INTO stock VALUES " + String.join(",", stock)
        };
    }
}
