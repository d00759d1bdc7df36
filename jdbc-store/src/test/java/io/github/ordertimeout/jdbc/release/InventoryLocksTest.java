package io.github.ordertimeout.jdbc.release;

import static io.github.ordertimeout.jdbc.release.Shop.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.ReleaseContext;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase(
        on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB},
        in = {Isolation.READ_COMMITTED, Isolation.REPEATABLE_READ})
class InventoryLocksTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("a held stock row holds up only the orders that need it")
    void waiting() throws SQLException {
        Shop shop = Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES (1, 7, 1, 0), (1, 8, 1, 0), (2, 8, 1, 0), (3, 7, 1, 0), (4, 99, 1, 0), (5, 7, 0, 0)",
                        "INSERT INTO stock VALUES (7, 50, 0), (8, 50, 0), (9, 50, 0)");
        SqlInventoryReleaser releaser = shop.open(new Inventories());
        OrderSnapshot[] all = {order(1), order(2), order(3), order(4), order(5), order(6)};

        try (HeldRow held = new HeldRow(db, "UPDATE stock SET available = 1 WHERE id = 7")) {
            assertThat(shop.waiting(releaser, all)).containsExactlyInAnyOrder("1", "3");
            assertThatThrownBy(() -> shop.release(releaser, order(1))).isInstanceOf(RuntimeException.class);
            shop.release(releaser, order(2), order(4), order(5), order(6));
            held.execute("UPDATE stock SET available = 2 WHERE id = 7");
        }

        assertThat(shop.waiting(releaser, all)).isEmpty();
        shop.release(releaser, order(1), order(3));
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("48", "48", "50");
    }

    @Test
    @DisplayName("where the server cannot skip locked rows, nobody is named")
    void withoutSkipLocked() throws SQLException {
        Shop.plain(db).with("INSERT INTO items VALUES (1, 7, 1, 0)", "INSERT INTO stock VALUES (7, 50, 0)");
        Shop shop = new Shop(db, db.builder().withoutSkipLocked().build());
        SqlInventoryReleaser releaser = shop.open(new Inventories());

        try (HeldRow held = new HeldRow(db, "UPDATE stock SET available = 1 WHERE id = 7")) {
            assertThat(shop.waiting(releaser, order(1))).isEmpty();
        }
        shop.release(releaser, order(1));
        assertThat(db.number("SELECT reserved FROM stock")).isEqualTo(49);
    }

    @Test
    @DisplayName("C13 fifty threads release one unit of one SKU each: exactly fifty come back")
    void fiftyThreads() {
        Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES "
                                + IntStream.rangeClosed(1, 50)
                                        .mapToObj(i -> "(" + i + ", 7, 1, 0)")
                                        .collect(Collectors.joining(", ")),
                        "INSERT INTO stock VALUES (7, 50, 0)");
        Database patient = db.builder(db.pool(config -> {
                    config.setMaximumPoolSize(10);
                    config.setConnectionTimeout(60_000);
                }))
                .limits(new TimeLimits(Duration.ofSeconds(50), Duration.ofSeconds(60)))
                .build();
        Shop shop = new Shop(db, patient);
        SqlInventoryReleaser releaser = shop.open(new Inventories().available("available"));

        Threads.each(50, i -> Threads.untilNoConflict(() -> shop.release(releaser, order(i))));

        assertThat(db.number("SELECT reserved FROM stock")).isZero();
        assertThat(db.number("SELECT available FROM stock")).isEqualTo(50);
    }

    @Test
    @DisplayName("two batches that need the same rows in opposite order of lines never deadlock")
    void sameOrder() {
        Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES (1, 7, 1, 0), (1, 8, 1, 0), (1, 9, 1, 0), (2, 9, 1, 0), (2, 8, 1, 0), (2, 7, 1, 0)",
                        "INSERT INTO stock VALUES (9, 500, 0), (8, 500, 0), (7, 500, 0)");
        Shop shop = new Shop(
                db,
                db.builder()
                        .isolation(Isolation.READ_COMMITTED)
                        .limits(new TimeLimits(Duration.ofSeconds(20), Duration.ofSeconds(30)))
                        .build());
        SqlInventoryReleaser releaser = shop.open(new Inventories());

        Threads.each(2, i -> IntStream.range(0, 20).forEach(n -> shop.release(releaser, order(i))));

        assertThat(db.column("SELECT reserved FROM stock")).containsOnly("460");
    }

    @Test
    @DisplayName(
            "keys without a stock row lock nothing: the shop may add that very row, and touch neighbours, meanwhile")
    void missingKeysLockNothing() throws SQLException {
        Shop shop = Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES (1, 50, 1, 0), (1, 20, 1, 0)",
                        "INSERT INTO stock VALUES (10, 50, 0), (20, 50, 0), (30, 50, 0), (100, 50, 0)");
        Database database = db.database();
        SqlInventoryReleaser releaser = shop.open(new Inventories());

        database.transactions().inTransaction(transaction -> {
            releaser.releaseAll(
                    List.of(new ClosedOrder(order(1), 1, Shop.NOW, "unpaid")),
                    new ReleaseContext("unpaid", Shop.NOW, transaction));
            db.execute(
                    "INSERT INTO stock VALUES (50, 7, 0)",
                    "INSERT INTO stock VALUES (15, 7, 0)",
                    "INSERT INTO stock VALUES (25, 7, 0)",
                    "UPDATE stock SET available = 3 WHERE id IN (10, 30, 100)");
            return true;
        });

        assertThat(db.column("SELECT reserved FROM stock ORDER BY id"))
                .containsExactly("50", "7", "49", "7", "50", "7", "50");
    }

    @Test
    @DisplayName("a secondary key does not lock what lies beside it: rows are locked by the primary key only")
    void secondaryKey() throws SQLException {
        Shop shop = new Shop(db)
                .orders("BIGINT")
                .with(
                        "CREATE TABLE items (order_id BIGINT, sku VARCHAR(20), depot INT, qty INT)",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, sku VARCHAR(20), depot INT, reserved INT)",
                        "CREATE INDEX stock_sku ON stock (sku)",
                        "INSERT INTO items VALUES (1, 'A', 1, 1)",
                        "INSERT INTO stock VALUES (1, 'A', 1, 50), (2, 'A', 2, 50), (3, 'B', 1, 50)");
        SqlInventoryReleaser releaser = shop.open(new Inventories().keys("sku", "sku", "depot", "depot"));

        try (HeldRow held = new HeldRow(db, "UPDATE stock SET reserved = 40 WHERE id = 2")) {
            assertThat(shop.waiting(releaser, order(1))).isEmpty();
            shop.release(releaser, order(1));
        }
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("49", "50", "50");
    }
}
