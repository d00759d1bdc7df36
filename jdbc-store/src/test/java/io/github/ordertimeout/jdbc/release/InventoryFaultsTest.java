package io.github.ordertimeout.jdbc.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class InventoryFaultsTest {
    private static final String KEY = "order-timeout.rules.unpaid.inventory.";

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("every name that does not exist is told at once, with its key and the name probably meant")
    void names() {
        Shop shop = Shop.plain(db);

        List<String> faults = faults(
                shop,
                new Inventories()
                        .orderedBy("ordr_id", "id")
                        .quantity("qyt")
                        .minus("gven")
                        .itemWhere("kind", "x")
                        .keys("idd", "skuu")
                        .stockWhere("tracked", "true")
                        .set("versio", new SetValue.Increment())
                        .reserved("reservd")
                        .available("availabel"));

        assertThat(faults).allMatch(fault -> fault.startsWith(KEY));
        assertThat(String.join("\n", faults))
                .contains(KEY + "item-order-column: no column `ordr_id`", "did you mean")
                .contains(KEY + "item-quantity-column: no column `qyt`")
                .contains(KEY + "item-minus-column: no column `gven`")
                .contains(KEY + "item-where.kind: no column `kind`")
                .contains(KEY + "stock-keys.idd: no column `idd`")
                .contains(KEY + "stock-keys.idd: no column `skuu`")
                .contains(KEY + "stock-where.tracked: no column `tracked`")
                .contains(KEY + "stock-set.versio: no column `versio`")
                .contains(KEY + "reserved-column: no column `reservd`")
                .contains(KEY + "available-column: no column `availabel`");
    }

    @Test
    @DisplayName("missing tables and a query that does not run are told, and the rest is still checked")
    void tables() {
        Shop shop = Shop.plain(db);

        assertThat(faults(shop, new Inventories().items("itemz").stock("stok").reserved("reservd")))
                .satisfiesExactlyInAnyOrder(
                        fault -> assertThat(fault)
                                .startsWith(KEY + "item-table: no table `itemz`")
                                .containsIgnoringCase("`items`"),
                        fault -> assertThat(fault)
                                .startsWith(KEY + "stock-table: no table `stok`")
                                .containsIgnoringCase("`stock`"));
        assertThat(faults(shop, new Inventories().items("sql:SELECT order_id FROM nowhere")))
                .singleElement()
                .asString()
                .startsWith(KEY + "item-table: the query does not run: ")
                .containsIgnoringCase("nowhere");
        assertThat(faults(shop, new Inventories().items("sql:SELECT order_id, sku FROM items")))
                .singleElement()
                .asString()
                .startsWith(KEY + "item-quantity-column: no column `qty` in `the query of item-table`");
    }

    @Test
    @DisplayName("values and columns that do not fit are told with value, column and what would be right")
    void values() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        "CREATE TABLE items (order_id BIGINT, sku BIGINT, qty VARCHAR(9), kind INT)",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, reserved INT, note VARCHAR(9) NOT NULL)");

        assertThat(faults(
                        shop,
                        new Inventories()
                                .itemWhere("kind", "goods")
                                .available("reserved")
                                .set("note", new SetValue.Null())))
                .satisfiesExactlyInAnyOrder(
                        fault -> assertThat(fault).startsWith(KEY + "item-where.kind: 'goods' is no value of column"),
                        fault -> assertThat(fault)
                                .startsWith(KEY + "item-quantity-column: ")
                                .contains("holds no quantities"),
                        fault -> assertThat(fault)
                                .startsWith(KEY + "available-column: ")
                                .contains("like reserved-column"),
                        fault -> assertThat(fault)
                                .startsWith(KEY + "stock-set.note: ")
                                .contains("takes no null"));
        assertThat(faults(
                        shop,
                        new Inventories()
                                .quantity("")
                                .set("reserved", new SetValue.Increment())
                                .set("note", new SetValue.Reason())))
                .satisfiesExactlyInAnyOrder(
                        fault -> assertThat(fault)
                                .startsWith(KEY + "stock-set.reserved: ")
                                .contains("already changed"),
                        fault -> assertThat(fault)
                                .startsWith(KEY + "stock-set.note: ")
                                .contains(":reason"));
    }

    @Test
    @DisplayName("a stock table whose rows cannot be locked one by one is refused")
    void lockable() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        "CREATE TABLE items (order_id BIGINT, sku BIGINT, qty INT)",
                        "CREATE TABLE loose (id BIGINT, reserved INT)",
                        "CREATE VIEW stock AS SELECT * FROM loose");

        assertThat(String.join("\n", faults(shop, new Inventories())))
                .contains(KEY + "stock-table: `")
                .contains("it is a view");
        assertThat(faults(shop, new Inventories().stock("loose")))
                .singleElement()
                .asString()
                .startsWith(KEY + "stock-table: `")
                .contains("neither a primary key nor a unique index");
    }

    @Test
    @DisplayName("short: allow is refused on a column that holds no negative numbers")
    void unsigned() {
        if (!db.server().isMySqlFamily()) {
            return;
        }
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        "CREATE TABLE items (order_id BIGINT, sku BIGINT, qty INT)",
                        "CREATE TABLE stock (id BIGINT UNSIGNED PRIMARY KEY, reserved INT UNSIGNED)");

        assertThat(faults(shop, new Inventories().shortage(Shortage.ALLOW)))
                .singleElement()
                .asString()
                .startsWith(KEY + "reserved-column: ")
                .contains("floor or fail");
    }

    @Test
    @DisplayName("order columns that do not exist are told with the key below which they stand")
    void orderColumns() {
        Shop shop = Shop.plain(db);

        assertThat(faults(shop, new Inventories().orderedBy("order_id", "order.chanel")))
                .singleElement()
                .asString()
                .startsWith("order-timeout.rules.unpaid.inventory")
                .contains("no column `chanel`")
                .containsIgnoringCase("`channel`");
        assertThat(faults(shop, new Inventories().keys("id", "order.chanel")))
                .allMatch(fault ->
                        fault.startsWith("order-timeout.rules.unpaid.inventory") && fault.contains("`chanel`"));
    }

    private static List<String> faults(Shop shop, Inventories inventory) {
        return catchThrowableOfType(ConfigurationException.class, () -> shop.open(inventory))
                .faults();
    }
}
