package io.github.ordertimeout.jdbc.release;

import static io.github.ordertimeout.jdbc.release.Shop.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Stock given back by sums, and what must go the way of the single lines. */
@EachDatabase
class DirectReleaseTest {
    @Parameter
    TestDatabase db;

    private Shop shop() {
        return Shop.plain(db)
                .with(
                        "INSERT INTO items VALUES (1, 7, 5, 0), (1, 8, 1, 0), (1, 7, 2, 0), (2, 8, 1, 0)",
                        "INSERT INTO stock VALUES (7, 50, 0), (8, 50, 0), (9, 50, 0)");
    }

    @Test
    @DisplayName("the shop may change and add items of any order while a close reads them: nobody waits")
    void itemsAreNotLocked() throws SQLException {
        Shop shop = shop();
        SqlInventoryReleaser releaser = shop.open(new Inventories());
        try (HeldRow held = new HeldRow(db, "UPDATE items SET given = 1 WHERE sku = 8")) {
            held.execute("INSERT INTO items VALUES (3, 9, 1, 0)");
            shop.release(releaser, order(1), order(2));
        }
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("43", "48", "50");
    }

    @Test
    @DisplayName("an item that moves to another row of stock after it was summed is tried again, not lost")
    void itemMoves() throws Exception {
        if (db.server() != TestServer.POSTGRESQL) {
            return; // what is left there is read anew, all of it
        }
        Shop shop = shop().with("INSERT INTO items VALUES (1, 99, 1, 0)");
        SqlInventoryReleaser releaser = shop.open(new Inventories());
        try (HeldRow held = new HeldRow(db, "UPDATE stock SET available = 1 WHERE id = 7")) {
            CompletableFuture<Void> release = CompletableFuture.runAsync(() -> shop.release(releaser, order(1)));
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (db.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                    + " AND wait_event_type = 'Lock'")
                            == 0
                    && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            db.execute("UPDATE items SET sku = 9 WHERE sku = 99");
            held.execute("COMMIT");
            assertThatThrownBy(release::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            CloseFailedException.class,
                            failure -> assertThat(failure.kind()).isEqualTo(FailureKind.CONTENTION));
        }
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("50", "50", "50");
        shop.release(releaser, order(1));
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("43", "49", "49");
    }

    @Test
    @DisplayName("stock-set may name the table, and one assignment may read what another one sets")
    void sets() {
        Shop shop = shop().with(
                        "ALTER TABLE stock ADD COLUMN a INT DEFAULT 1",
                        "ALTER TABLE stock ADD COLUMN b INT DEFAULT 10");
        String named = db.server() == TestServer.POSTGRESQL ? "s.a + 1" : "stock.a + 1";
        shop.release(shop.open(new Inventories().set("a", new SetValue.Expression(named))), order(1));
        assertThat(db.column("SELECT a FROM stock ORDER BY id")).containsExactly("2", "2", "1");

        SqlInventoryReleaser both = shop.open(new Inventories()
                .set("a", new SetValue.Expression("b + 1"))
                .set("b", new SetValue.Expression("a + 1")));
        shop.release(both, order(2));
        // MySQL and MariaDB assign from left to right, as they do for the shop's own updates
        assertThat(db.column("SELECT b FROM stock WHERE id = 8"))
                .containsExactly(db.server().isMySqlFamily() ? "12" : "3");
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("43", "48", "50");
    }

    @Test
    @DisplayName("a trigger that writes the items while the stock is changed is no reason to fail")
    void trigger() {
        if (!db.server().isMySqlFamily()) {
            return; // triggers are written otherwise there, and no statement forbids them anything
        }
        Shop shop = shop().with(
                        "CREATE TRIGGER told AFTER UPDATE ON stock FOR EACH ROW UPDATE items SET given = given + 1 WHERE sku = NEW.id");
        shop.release(shop.open(new Inventories()), order(1));
        assertThat(db.column("SELECT reserved FROM stock ORDER BY id")).containsExactly("43", "49", "50");
        assertThat(db.number("SELECT sum(given) FROM items")).isEqualTo(4);
    }

    @Test
    @DisplayName("where the server refuses the statement, or it fails, each line is looked at")
    void refused() {
        Shop.plain(db).with("INSERT INTO items VALUES (1, 7, 5, 0)", "INSERT INTO stock VALUES (7, 50, 0)");
        if (db.server() == TestServer.POSTGRESQL) {
            return; // an error there ends the transaction: the batch is tried again as others are
        }
        FaultyDataSource faulty = new FaultyDataSource(db.dataSource());
        Shop shop = new Shop(db, db.builder(faulty).build());
        SqlInventoryReleaser releaser = shop.open(new Inventories());
        faulty.inject(Fault.before(DatabaseCall.mentioning(db.server() == TestServer.H2 ? "MERGE INTO" : "JSON_TABLE"))
                .throwing(() -> new SQLException("Not like that", "42000", 1175)));
        shop.release(releaser, order(1));
        assertThat(db.column("SELECT reserved FROM stock")).isEqualTo(List.of("45"));
    }
}
