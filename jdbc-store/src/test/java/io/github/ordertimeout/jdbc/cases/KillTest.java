package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Processes that are killed at any moment. {@code -Dkills=50} kills more often, {@code -Dkills.seed=42} at the moments of an
 * earlier run.
 */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB})
class KillTest {
    private static final int KILLS = Integer.getInteger("kills", 5);
    private static final long SEED = Long.getLong("kills.seed", System.nanoTime());
    private static final int ORDERS = 5_000;
    private static final int SKUS = 20;
    /** A life's work at most; where all is closed before the last kill, more orders run out. */
    private static final int LONGEST_LIFE_MILLIS = 800;
    /** Longer than any claim. */
    private static final Duration AHEAD_PER_LIFE = Duration.ofMinutes(3);

    @Parameter
    TestDatabase db;

    @TempDir
    Path logs;

    private final Random random = new Random(SEED);
    private Shop shop;
    private int orders;
    private int lives;

    @Test
    @DisplayName("promise 3: a node killed at random moments, again and again, loses no release and doubles none")
    void killed() throws Exception {
        long start = System.nanoTime();
        shop = new Shop(db);
        TableWarehouse.create(db);
        for (int sku = 0; sku < SKUS; sku++) {
            shop.stock("sku" + sku, 0, 0);
        }
        shop.order(900_001, Duration.ofHours(1), "status = 1");
        shop.order(900_002, Duration.ofDays(-9_000));
        runOut(ORDERS);
        int kills = 0;
        while (kills < KILLS) {
            if (killed(random.nextInt(LONGEST_LIFE_MILLIS))) {
                kills++;
            } else {
                runOut(ORDERS / 5);
            }
        }
        Process last = begin();
        assertThat(last.waitFor(2, TimeUnit.MINUTES)).as(this::told).isTrue();
        assertThat(last.exitValue()).as(this::told).isZero();
        long repeated = db.number("select count(*) from warehouse_call") - orders;
        System.out.printf(
                "%s: %d kills (seed %d), %d orders, %d calls of the warehouse repeated, %.1f s%n",
                db, kills, SEED, orders, repeated, (System.nanoTime() - start) / 1e9);
        assertExact();
    }

    private void assertExact() {
        String overdue = "select count(*) from shop_order where id <= " + orders;
        assertThat(db.number(overdue + " and status = 4")).as(this::told).isEqualTo(orders);
        assertThat(db.column("select status from shop_order where id > 900000 order by id"))
                .containsExactly("1", "0");
        for (String type : new String[] {"inventory", TableWarehouse.TYPE}) {
            String ledger = " from order_timeout_release where type = '" + type + "'";
            assertThat(db.number("select count(*)" + ledger)).as(this::told).isEqualTo(orders);
            assertThat(db.number(
                            "select count(distinct order_id)" + ledger + " and close_no = 1 and done_at is not null"))
                    .as(this::told)
                    .isEqualTo(orders);
        }
        assertThat(shop.ledgerRows()).as(this::told).isEqualTo(2L * orders);
        assertThat(db.column("select sku from shop_stock s where reserved <> 0 or available <> (select count(*) from"
                        + " shop_item i where i.sku = s.sku)"))
                .as(this::told)
                .isEmpty();
        assertThat(db.number("select count(*) from warehouse_given"))
                .as(this::told)
                .isEqualTo(orders);
        assertThat(db.number("select count(distinct order_id) from warehouse_given"))
                .as(this::told)
                .isEqualTo(orders);
        assertThat(shop.compensationRows()).as(this::told).isZero();
    }

    /** Further orders that ran out before anybody looked, with the stock that they hold. */
    private void runOut(int many) {
        for (int i = 0; i < SKUS; i++) {
            int each = many / SKUS;
            String sku = "sku" + i;
            // The stock first: an order is closed from the moment it is there.
            db.execute("update shop_stock set reserved = reserved + " + each + " where sku = '" + sku + "'");
            shop.orders(orders + 1, orders + each, Duration.ofHours(1), Optional.of(sku));
            orders += each;
        }
    }

    /** Whether it was killed; otherwise it had nothing left to do. */
    private boolean killed(int afterMillis) throws Exception {
        Process node = begin();
        if (node.waitFor(afterMillis, TimeUnit.MILLISECONDS)) {
            assertThat(node.exitValue()).as(this::told).isZero();
            return false;
        }
        node.destroyForcibly();
        node.waitFor();
        return true;
    }

    private Process begin() throws IOException {
        lives++;
        File log = logs.resolve("life-" + lives).toFile();
        Process node = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledNode.class.getName(),
                        db.url(),
                        String.valueOf(AHEAD_PER_LIFE.toSeconds() * lives))
                .redirectError(log)
                .start();
        BufferedReader output = node.inputReader(StandardCharsets.UTF_8);
        assertThat(output.readLine()).as(this::told).isEqualTo(KilledNode.RUNNING);
        return node;
    }

    /** How to run it again, and what the last node wrote. */
    private String told() {
        try {
            return "-Dkills.seed=" + SEED + "\n" + Files.readString(logs.resolve("life-" + lives));
        } catch (IOException e) {
            return "-Dkills.seed=" + SEED;
        }
    }
}
