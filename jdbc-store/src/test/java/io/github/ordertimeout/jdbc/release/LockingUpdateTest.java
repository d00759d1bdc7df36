package io.github.ordertimeout.jdbc.release;

import static io.github.ordertimeout.jdbc.release.Shop.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Lock and update in one statement, against somebody who changed the row while its lock was waited for. */
@EachDatabase(on = TestServer.POSTGRESQL)
class LockingUpdateTest {
    @Parameter
    TestDatabase db;

    /** A short stock table, whose rows are locked before the first is changed. */
    Shop shop() {
        return Shop.plain(db);
    }

    private CompletableFuture<Void> releasedWhile(String other, Inventories inventories) throws Exception {
        Shop shop = shop().with(
                        "INSERT INTO items VALUES (1, 7, 5, 0), (1, 8, 1, 0)",
                        "INSERT INTO stock VALUES (7, 5, 0), (8, 5, 0), (9, 5, 0)");
        SqlInventoryReleaser releaser = shop.open(inventories);
        try (HeldRow held = new HeldRow(db, other)) {
            CompletableFuture<Void> release = CompletableFuture.runAsync(() -> shop.release(releaser, order(1)));
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!release.isDone()
                    && db.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                    + " AND wait_event_type = 'Lock'")
                            == 0
                    && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            held.execute("COMMIT");
            return release;
        }
    }

    @Test
    @DisplayName("what somebody took meanwhile counts: the row is short, and nothing is changed")
    void taken() throws Exception {
        CompletableFuture<Void> release =
                releasedWhile("UPDATE stock SET reserved = 3 WHERE id = 7", new Inventories());
        assertThatThrownBy(release::join).hasMessageContaining("id=7 has 3 in reserved, but 5 are to be released");
        assertThat(db.column("SELECT reserved FROM stock WHERE id < 100 ORDER BY id"))
                .containsExactly("3", "5", "5");
    }

    @Test
    @DisplayName("what somebody took meanwhile counts under short: floor, too")
    void floor() throws Exception {
        releasedWhile(
                        "UPDATE stock SET reserved = 3 WHERE id = 7",
                        new Inventories().available("available").shortage(Inventory.Shortage.FLOOR))
                .join();
        assertThat(db.column("SELECT reserved FROM stock WHERE id < 100 ORDER BY id"))
                .containsExactly("0", "4", "5");
        assertThat(db.column("SELECT available FROM stock WHERE id < 100 ORDER BY id"))
                .containsExactly("5", "1", "0");
    }

    @Test
    @DisplayName("what somebody added meanwhile counts, and is kept")
    void added() throws Exception {
        releasedWhile(
                        "UPDATE stock SET reserved = 25, available = 2 WHERE id = 7",
                        new Inventories().available("available"))
                .join();
        assertThat(db.column("SELECT reserved FROM stock WHERE id < 100 ORDER BY id"))
                .containsExactly("20", "4", "5");
        assertThat(db.column("SELECT available FROM stock WHERE id < 100 ORDER BY id"))
                .containsExactly("7", "1", "0");
    }

    @Test
    @DisplayName("a stock table with rules of its own for updates is locked first and changed then")
    void rules() throws Exception {
        db.execute("CREATE TABLE told (id BIGINT)");
        Shop shop = shop().with(
                        "INSERT INTO items VALUES (1, 7, 5, 0)",
                        "INSERT INTO stock VALUES (7, 5, 0)",
                        "CREATE RULE stock_told AS ON UPDATE TO stock DO ALSO INSERT INTO told VALUES (NEW.id)");
        shop.release(shop.open(new Inventories()), order(1));
        assertThat(db.column("SELECT reserved FROM stock WHERE id < 100")).containsExactly("0");
        assertThat(db.column("SELECT id FROM told")).containsExactly("7");
    }

    @Test
    @DisplayName("a row that somebody deleted meanwhile is a line without stock")
    void deleted() throws Exception {
        CompletableFuture<Void> release =
                releasedWhile("DELETE FROM stock WHERE id = 7", new Inventories().missing(Inventory.Missing.FAIL));
        assertThatThrownBy(release::join).hasMessageContaining("no row of").hasMessageContaining("id=7");
        assertThat(db.column("SELECT reserved FROM stock WHERE id < 100 ORDER BY id"))
                .containsExactly("5", "5");
    }
}
