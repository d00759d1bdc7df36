package io.github.ordertimeout.jdbc.release;

import static io.github.ordertimeout.jdbc.release.Shop.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.config.Inventory.Missing;
import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.release.ReleaseFailedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase(in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class InventoryReleaseTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("S9 two lines of one SKU release the sum of both, and other orders' lines nothing")
    void sumsLines() {
        Shop shop = Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES (1, 7, 2, 0), (1, 7, 3, 0), (2, 7, 1, 0), (3, 7, 50, 0), (2, 8, 4, 0)",
                        "INSERT INTO stock VALUES (7, 100, 10), (8, 100, 10)");

        shop.release(shop.open(new Inventories().available("available")), order(1), order(2));

        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("94", "96");
        assertThat(db.column("SELECT available FROM stock ORDER BY id")).containsExactly("16", "14");
    }

    @Test
    @DisplayName("C7 an order without items releases nothing and closes")
    void noItems() {
        Shop shop = Shop.plain(db).with("INSERT INTO stock VALUES (7, 5, 10)");

        shop.release(shop.open(new Inventories().missing(Missing.FAIL)), order(1));

        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(5);
    }

    @Test
    @DisplayName(
            "C8 short: fail names the row, what it holds, what is wanted, whose it is and the remedy; nothing changes")
    void shortFails() {
        Shop shop = Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES (1, 6, 1, 0), (1, 7, 3, 0), (2, 7, 2, 0)",
                        "INSERT INTO stock VALUES (6, 4, 0), (7, 4, 0)");
        SqlInventoryReleaser releaser = shop.open(new Inventories());

        assertThatThrownBy(() -> shop.release(releaser, order(1), order(2)))
                .isInstanceOf(ReleaseFailedException.class)
                .hasMessageContaining("=7 has 4 in")
                .hasMessageContaining("5 are to be released for orders N1, N2")
                .hasMessageContaining("inventory.short: floor or allow");
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("4", "4");

        shop.release(releaser, order(2));
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("4", "2");
        assertThatThrownBy(() -> shop.release(releaser, order(1))).isInstanceOf(ReleaseFailedException.class);
    }

    @Test
    @DisplayName("short: floor leaves nothing reserved, allow goes below zero; both give the stock back")
    void floorAndAllow() {
        Shop shop = Shop.plain(db).with("INSERT INTO items VALUES (1, 7, 3, 0)", "INSERT INTO stock VALUES (7, 1, 10)");

        shop.release(shop.open(new Inventories().shortage(Shortage.FLOOR).available("available")), order(1));
        assertThat(db.number("SELECT reserved FROM stock")).isZero();
        assertThat(db.number("SELECT available FROM stock")).isEqualTo(13);

        shop.release(shop.open(new Inventories().shortage(Shortage.ALLOW)), order(1));
        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(-3);
    }

    @Test
    @DisplayName("missing: skip lets lines without row, key or counted stock go; fail names order, key and remedy")
    void missing() {
        Shop shop = Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES (1, 7, 1, 0), (1, 99, 1, 0), (2, NULL, 1, 0), (3, 8, 1, 0)",
                        "INSERT INTO stock VALUES (7, 5, 0), (8, NULL, 0)");

        shop.release(shop.open(new Inventories()), order(1), order(2), order(3));
        assertThat(db.column("SELECT reserved FROM stock WHERE reserved IS NOT NULL"))
                .containsExactly("4");

        SqlInventoryReleaser strict = shop.open(new Inventories().missing(Missing.FAIL));
        assertThatThrownBy(() -> shop.release(strict, order(1)))
                .isInstanceOf(ReleaseFailedException.class)
                .hasMessageContaining("order N1")
                .hasMessageContaining("=99")
                .hasMessageContaining("inventory.missing: skip");
        assertThatThrownBy(() -> shop.release(strict, order(2)))
                .hasMessageContaining("order N2")
                .hasMessageContaining("names no row");
        assertThatThrownBy(() -> shop.release(strict, order(3)))
                .hasMessageContaining("=8")
                .hasMessageContaining("order N3")
                .hasMessageContaining("null");
        assertThat(db.column("SELECT reserved FROM stock WHERE reserved IS NOT NULL"))
                .containsExactly("4");
    }

    @Test
    @DisplayName(
            "C5 what was given back before is subtracted; a null counts as zero and a rest of nothing releases nothing")
    void minus() {
        Shop shop = Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES (1, 7, 10, 4), (1, 7, 2, 5), (1, 7, 1, NULL), (1, 7, NULL, 0), (1, NULL, 3, 3)",
                        "INSERT INTO stock VALUES (7, 20, 0)");

        shop.release(shop.open(new Inventories().minus("given").missing(Missing.FAIL)), order(1));

        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(13);
    }

    @Test
    @DisplayName("without a quantity column each row is one unit")
    void oneUnitPerRow() {
        Shop shop = Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES (1, 7, 9, 0), (1, 7, 9, 0), (1, 8, 9, 0)",
                        "INSERT INTO stock VALUES (7, 5, 0), (8, 5, 0)");

        shop.release(shop.open(new Inventories().quantity("")), order(1));

        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("3", "4");
    }

    @Test
    @DisplayName("decimal quantities stay exact; a fraction for a column of whole numbers fails with a sentence")
    void decimals() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        "CREATE TABLE items (order_id BIGINT, sku BIGINT, qty DECIMAL(12,3))",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, reserved DECIMAL(12,3), whole INT, approx DOUBLE PRECISION)",
                        "INSERT INTO items VALUES (1, 7, 0.1), (1, 7, 0.2), (2, 7, 1.000)",
                        "INSERT INTO stock VALUES (7, 1.300, 5, 0.5)");

        shop.release(shop.open(new Inventories().available("approx")), order(1), order(2));
        assertThat(db.column("SELECT reserved FROM stock")).containsExactly("0.000");
        assertThat(db.column("SELECT approx FROM stock")).containsExactly("1.8");

        SqlInventoryReleaser whole = shop.open(new Inventories().reserved("whole"));
        assertThatThrownBy(() -> shop.release(whole, order(1)))
                .isInstanceOf(ReleaseFailedException.class)
                .hasMessageContaining("0.3")
                .hasMessageContaining("order N1");
        shop.release(whole, order(2));
        assertThat(db.number("SELECT whole FROM stock")).isEqualTo(4);
    }

    @Test
    @DisplayName("item-where and stock-where narrow both sides: untracked stock is left alone")
    void conditions() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        "CREATE TABLE items (order_id BIGINT, sku BIGINT, qty INT, kind VARCHAR(10))",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, reserved INT, tracked BOOLEAN)",
                        "INSERT INTO items VALUES (1, 7, 1, 'goods'), (1, 7, 10, 'gift'), (1, 8, 1, 'goods')",
                        "INSERT INTO stock VALUES (7, 50, TRUE), (8, 50, FALSE)");

        shop.release(shop.open(new Inventories().itemWhere("kind", "goods").stockWhere("tracked", "true")), order(1));

        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("49", "50");
    }

    @Test
    @DisplayName("stock-set works once per stock row and transaction, with the row as it was before")
    void sets() {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        "CREATE TABLE items (order_id BIGINT, sku BIGINT, qty INT)",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, reserved INT, version INT, before_it INT, note VARCHAR(9),"
                                + " changed TIMESTAMP NULL)",
                        "INSERT INTO items VALUES (1, 7, 1), (1, 7, 1), (2, 7, 1)",
                        "INSERT INTO stock VALUES (7, 50, NULL, 0, 'x', NULL), (8, 50, 3, 0, 'x', NULL)");
        Inventories inventory = new Inventories()
                .set("note", new SetValue.Literal("freed"))
                .set("version", new SetValue.Increment())
                .set("before_it", new SetValue.Expression("reserved + 0"))
                .set("changed", new SetValue.Now());

        shop.release(shop.open(inventory), order(1), order(2));

        assertThat(db.column("SELECT version FROM stock ORDER BY id")).containsExactly("1", "3");
        assertThat(db.column("SELECT before_it FROM stock ORDER BY id")).containsExactly("50", "0");
        assertThat(db.column("SELECT note FROM stock ORDER BY id")).containsExactly("freed", "x");
        assertThat(db.number("SELECT count(*) FROM stock WHERE changed IS NOT NULL"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("stock-set alone, without quantities, is enough")
    void onlySets() {
        Shop shop = Shop.plain(db).with("INSERT INTO items VALUES (1, 7, 1, 0)", "INSERT INTO stock VALUES (7, 50, 0)");

        shop.release(shop.open(new Inventories().reserved("").set("available", new SetValue.Literal("1"))), order(1));

        assertThat(db.column("SELECT available FROM stock")).containsExactly("1");
        assertThat(db.column("SELECT reserved FROM stock")).containsExactly("50");
    }
}
