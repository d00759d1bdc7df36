package io.github.ordertimeout.jdbc.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The same where the stock table is long, so that PostgreSQL looks its rows up one by one and locks them as it changes them. */
@EachDatabase(on = TestServer.POSTGRESQL)
class LongStockTest extends LockingUpdateTest {
    /** Far more than 64 pages; the rows lie in another order than their keys. */
    private static final String FILLING =
            "INSERT INTO stock SELECT 1000 + (n * 7919) % 4000, 5, 0 FROM generate_series(1, 4000) n";

    @Override
    Shop shop() {
        return Shop.plain(db).with("ALTER TABLE stock SET (fillfactor = 10)", FILLING);
    }

    @Test
    @DisplayName("rows are changed in their key's order, whatever the statistics say, and not locked before")
    void inOrder() {
        Shop shop = Shop.plain(db).with("ALTER TABLE stock SET (fillfactor = 10)", "ANALYZE stock", FILLING);
        order(shop, "analyzed while it was empty");
        db.execute("VACUUM ANALYZE stock");
        order(shop, "analyzed when it was full");
        db.execute("ANALYZE items");
        order(shop, "with the items' statistics as well");
        db.execute("DELETE FROM pg_statistic WHERE starelid = CAST('stock' AS regclass)");
        order(shop, "with statistics lost");
    }

    private void order(Shop plain, String when) {
        plain.with(
                "DROP TABLE IF EXISTS told",
                "CREATE TABLE told (place bigserial, id bigint)",
                "CREATE OR REPLACE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN INSERT INTO told (id) VALUES (NEW.id); RETURN NEW; END'",
                "CREATE OR REPLACE TRIGGER tell BEFORE UPDATE ON stock FOR EACH ROW EXECUTE FUNCTION tell()",
                "DELETE FROM items",
                "INSERT INTO items SELECT n, 1000 + (n * 104729) % 4000, 1, 0 FROM generate_series(1, 500) n");
        FaultyDataSource recording = new FaultyDataSource(db.dataSource());
        Shop shop = new Shop(db, db.builder(recording).build());
        SqlInventoryReleaser releaser = shop.open(new Inventories().available("available"));
        recording.clear();

        shop.release(releaser, Shop.orders(500));

        assertThat(recording.take().stream().filter(DatabaseCall::prepared).map(DatabaseCall::sql))
                .as(when)
                .singleElement()
                .asString()
                .doesNotContain("FOR NO KEY UPDATE");
        List<String> told = db.column("SELECT id FROM told ORDER BY place");
        assertThat(told).as(when).hasSize(500).isEqualTo(db.column("SELECT id FROM told ORDER BY id"));
    }
}
