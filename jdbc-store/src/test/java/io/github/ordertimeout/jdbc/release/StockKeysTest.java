package io.github.ordertimeout.jdbc.release;

import static io.github.ordertimeout.jdbc.release.Shop.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.ordertimeout.config.Inventory.Missing;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.release.ReleaseFailedException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class StockKeysTest {
    private static final String ITEMS =
            "CREATE TABLE items (order_id BIGINT, order_no VARCHAR(40), sku VARCHAR(20)," + " depot INT, qty INT)";

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("C12 two warehouses: several key columns together find the row")
    void severalColumns() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        ITEMS,
                        "CREATE TABLE stock (warehouse INT, sku VARCHAR(20), reserved INT, PRIMARY KEY (warehouse, sku))",
                        "INSERT INTO items VALUES (1, 'x', 'A', 1, 2), (1, 'x', 'A', 2, 3), (1, 'x', 'B', 2, 4), (1, 'x', 'B', 9, 4)",
                        "INSERT INTO stock VALUES (1, 'A', 50), (2, 'A', 50), (1, 'B', 50), (2, 'B', 50)");

        shop.release(shop.open(new Inventories().keys("warehouse", "depot", "sku", "sku")), order(1));

        assertThat(db.column("SELECT reserved FROM stock ORDER BY sku, warehouse"))
                .containsExactly("48", "47", "50", "46");
    }

    @Test
    @DisplayName("a stock key of the order itself, and items that point at the order's number")
    void valuesOfTheOrder() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        ITEMS,
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, shop CHAR(8), sku VARCHAR(20), reserved INT, UNIQUE (shop, sku))",
                        "INSERT INTO items VALUES (0, 'N1', 'A', 1, 2), (0, 'N2', 'A', 1, 3), (0, 'N3', 'A', 1, 4)",
                        "INSERT INTO stock VALUES (1, 'web', 'A', 50), (2, 'app', 'A', 50)");
        SqlInventoryReleaser releaser = shop.open(
                new Inventories().orderedBy("order_no", "number").keys("shop", "order.channel", "sku", "sku"));

        assertThat(releaser.orderColumns()).containsExactly("channel");
        assertThat(releaser.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning).contains("item-order-key", "names one order"));
        shop.release(
                releaser,
                order("1", "N1", Map.of("channel", "web")),
                order("2", "N2", Map.of("channel", "app")),
                order("3", "N3", Map.of()));

        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("48", "47");
    }

    @Test
    @DisplayName("items may point at a column of the order; two orders that share it both hold them")
    void itemsByColumn() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        ITEMS,
                        "CREATE TABLE stock (sku VARCHAR(20) PRIMARY KEY, reserved INT)",
                        "INSERT INTO items VALUES (0, 'cart-5', 'A', 1, 2), (0, 'cart-6', 'A', 1, 30)",
                        "INSERT INTO stock VALUES ('A', 50)");

        shop.release(
                shop.open(
                        new Inventories().orderedBy("order_no", "order.channel").keys("sku", "sku")),
                order("1", "N1", Map.of("channel", "cart-5")),
                order("2", "N2", Map.of()));

        assertThat(db.column("SELECT reserved FROM stock")).containsExactly("48");
    }

    @Test
    @DisplayName("items behind a third table are a query, its columns bound like a table's")
    void itemsOfAQuery() {
        String uuid = db.server().isMySqlFamily() ? "CHAR(36)" : "UUID";
        String one = "0b8f5d3e-5b1c-4c55-9a3e-2f6f4b1f7a01";
        String two = "0b8f5d3e-5b1c-4c55-9a3e-2f6f4b1f7a02";
        Shop shop = new Shop(db)
                .orders(uuid)
                .with(
                        "CREATE TABLE order_line (id INT PRIMARY KEY, order_id " + uuid + ")",
                        "CREATE TABLE allocation (line_id INT, stock_id INT, qty INT, state VARCHAR(9))",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, reserved INT)",
                        "INSERT INTO order_line VALUES (1, '" + one + "'), (2, '" + one + "'), (3, '" + two + "')",
                        "INSERT INTO allocation VALUES (1, 7, 2, 'held'), (2, 7, 3, 'held'), (3, 7, 20, 'held'), (2, 7, 9, 'gone')",
                        "INSERT INTO stock VALUES (7, 50)");
        SqlInventoryReleaser releaser = shop.open(new Inventories()
                .items("sql:SELECT l.order_id, a.stock_id, a.qty, a.state FROM order_line l"
                        + " JOIN allocation a ON a.line_id = l.id -- what lines hold")
                .itemWhere("state", "held")
                .keys("id", "stock_id"));

        shop.release(releaser, order(one, "N1", Map.of()));

        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(45);
    }

    @Test
    @DisplayName("text keys are equal where the database says so: case, trailing blanks and padding")
    void collations() {
        assumeThat(db.server()).isNotEqualTo(TestServer.POSTGRESQL);
        String sku = db.server().isMySqlFamily() ? "VARCHAR(20) COLLATE utf8mb4_general_ci" : "VARCHAR_IGNORECASE(20)";
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        ITEMS,
                        "CREATE TABLE stock (sku " + sku + " PRIMARY KEY, reserved INT)",
                        "INSERT INTO items VALUES (1, 'x', 'abc', 1, 2), (1, 'x', 'ABC', 1, 3), (2, 'x', 'DeF', 1, 4), (2, 'x', 'none', 1, 4)",
                        "INSERT INTO stock VALUES ('ABC', 50), ('def', 50)");
        SqlInventoryReleaser releaser = shop.open(new Inventories().keys("sku", "sku"));

        shop.release(releaser, order(1), order(2));
        assertThat(db.column("SELECT reserved FROM stock ORDER BY sku")).containsExactly("45", "46");

        if (db.server().isMySqlFamily()) {
            db.execute(
                    "INSERT INTO items VALUES (3, 'x', 'abc ', 1, 5)",
                    "INSERT INTO stock VALUES ('Straße', 50)",
                    "INSERT INTO items VALUES (3, 'x', 'STRASE', 1, 1)");
            shop.release(releaser, order(3));
            assertThat(db.column("SELECT reserved FROM stock ORDER BY sku")).containsExactly("40", "46", "49");
        }
    }

    @Test
    @DisplayName("spellings of one key that are asked for in different statements are still one row")
    void spellingsFarApart() {
        assumeThat(db.server()).isNotEqualTo(TestServer.POSTGRESQL);
        String sku = db.server().isMySqlFamily() ? "VARCHAR(20) COLLATE utf8mb4_general_ci" : "VARCHAR_IGNORECASE(20)";
        String others = IntStream.range(0, 600)
                .mapToObj(i -> "(1, 'x', 'other-" + i + "', 1, 1)")
                .collect(Collectors.joining(", "));
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        ITEMS,
                        "CREATE TABLE stock (sku " + sku + " PRIMARY KEY, reserved INT)",
                        "INSERT INTO items VALUES (1, 'x', 'ABC', 1, 2), " + others + ", (1, 'x', 'abc', 1, 3)",
                        "INSERT INTO stock VALUES ('ABC', 50)");

        shop.release(shop.open(new Inventories().keys("sku", "sku")), order(1));

        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(45);
    }

    @Test
    @DisplayName("char(n) keys on either side are compared without their padding")
    void padding() {
        Shop shop = new Shop(db)
                .orders("CHAR(10)")
                .with(
                        "CREATE TABLE items (order_id CHAR(12), sku CHAR(20), qty INT)",
                        "CREATE TABLE stock (sku CHAR(8) PRIMARY KEY, reserved INT)",
                        "INSERT INTO items VALUES ('O1', 'A', 2), ('O2', 'A', 20), ('O1', 'far-too-long-for-it', 1)",
                        "INSERT INTO stock VALUES ('A', 50)");

        shop.release(shop.open(new Inventories().keys("sku", "sku")), order("O1", "N1", Map.of()));

        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(48);
    }

    @Test
    @DisplayName("keys of different types meet by value: text that is a number finds the number, other text nothing")
    void differentTypes() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        "CREATE TABLE items (order_id VARCHAR(20), sku VARCHAR(20), qty INT)",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, reserved INT)",
                        "INSERT INTO items VALUES ('1', '007', 2), ('1', '7up', 20), ('1', '0', 20), ('01', '7', 20)",
                        "INSERT INTO stock VALUES (7, 50), (0, 50)");

        shop.release(shop.open(new Inventories().itemWhere("sku", "007")), order(1));
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("50", "48");

        shop.release(shop.open(new Inventories()), order(1));
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("30", "46");
    }

    @Test
    @DisplayName("orders whose ids differ in case only each get their own items back")
    void idsInDifferentCase() {
        String exact = db.server().isMySqlFamily() ? "VARCHAR(20) COLLATE utf8mb4_bin" : "VARCHAR(20)";
        Shop shop = new Shop(db)
                .orders(exact)
                .with(
                        "CREATE TABLE items (order_id VARCHAR(20), sku BIGINT, qty INT)",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, reserved INT)",
                        "INSERT INTO orders (id) VALUES ('abC1'), ('ABc1')",
                        "INSERT INTO items VALUES ('abC1', 7, 2), ('ABc1', 7, 20)",
                        "INSERT INTO stock VALUES (7, 50)");
        SqlInventoryReleaser releaser = shop.open(new Inventories());

        shop.release(releaser, order("abC1", "N1", Map.of()));
        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(48);

        shop.release(releaser, order("ABc1", "N2", Map.of()));
        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(28);
    }

    @Test
    @DisplayName(
            "an item that spells its order's id differently is found where the orders' own collation calls it equal")
    void idSpeltDifferently() {
        assumeThat(db.server().isMySqlFamily()).isTrue();
        Shop shop = new Shop(db)
                .orders("VARCHAR(20) COLLATE utf8mb4_general_ci")
                .with(
                        "CREATE TABLE items (order_id VARCHAR(20), sku BIGINT, qty INT)",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, reserved INT)",
                        "INSERT INTO orders (id) VALUES ('abC1')",
                        "INSERT INTO items VALUES ('ABC1', 7, 2)",
                        "INSERT INTO stock VALUES (7, 50)");

        shop.release(shop.open(new Inventories()), order("abC1", "N1", Map.of()));

        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(48);
    }

    @Test
    @DisplayName("keys that match several stock rows are refused by name, and said at start")
    void notUnique() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        ITEMS,
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, sku VARCHAR(20), depot INT, reserved INT, UNIQUE (sku, depot))",
                        "INSERT INTO items VALUES (1, 'x', 'A', 1, 2)",
                        "INSERT INTO stock VALUES (1, 'A', 1, 50), (2, 'A', 2, 50)");
        SqlInventoryReleaser releaser =
                shop.open(new Inventories().keys("sku", "sku").missing(Missing.FAIL));

        assertThat(releaser.warnings()).singleElement().asString().contains("stock-keys [sku]");
        assertThatThrownBy(() -> shop.release(releaser, order(1)))
                .isInstanceOf(ReleaseFailedException.class)
                .hasMessageContaining("2 rows")
                .hasMessageContaining("=A")
                .hasMessageContaining("stock-where");

        SqlInventoryReleaser narrowed =
                shop.open(new Inventories().keys("sku", "sku").stockWhere("depot", "2"));
        assertThat(narrowed.warnings()).isEmpty();
        shop.release(narrowed, order(1));
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("50", "48");
    }
}
