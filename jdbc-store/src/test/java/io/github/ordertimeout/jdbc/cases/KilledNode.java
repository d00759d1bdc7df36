package io.github.ordertimeout.jdbc.cases;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/** One life of a node in a process of its own: closes and releases until nothing is left to do, or until it is killed. */
final class KilledNode {
    /** Written to the standard output once the engine runs. */
    static final String RUNNING = "running";
    /** Batches of which some are claimed at the close, and more than can be worked off at once. */
    private static final String RULE = Shop.RULE + Shop.INVENTORY + """
            scan: {batch-size: 50, interval: 100ms}
            close: {threads: 2}
            """;

    private KilledNode() {}

    /** Takes the database's URL, and by how many seconds its clock is ahead: claims of lives before have then ended. */
    public static void main(String[] arguments) throws Exception {
        PrintStream parent = System.out;
        // The log goes where the parent does not read.
        System.setOut(System.err);
        TestDatabase.silenceLoggers();
        String url = arguments[0];
        Duration ahead = Duration.ofSeconds(Long.parseLong(arguments[1]));
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(8);
        config.setMinimumIdle(0);
        HikariConfig own = new HikariConfig();
        own.setJdbcUrl(url);
        own.setMaximumPoolSize(8);
        own.setMinimumIdle(0);
        Settings settings = Shop.settings(RULE);
        try (HikariDataSource pool = new HikariDataSource(config);
                HikariDataSource ofWarehouse = new HikariDataSource(own);
                OrderTimeoutEngine engine = OrderTimeoutEngine.builder()
                        .settings(settings)
                        .store(JdbcOrderStore.builder()
                                .dataSource(pool)
                                .tables(settings.tables())
                                .clock(() -> Instant.now().plus(ahead))
                                .build())
                        .releaser(new TableWarehouse(ofWarehouse, !url.startsWith("jdbc:postgresql")))
                        .build()) {
            engine.start();
            parent.println(RUNNING);
            await().forever().pollInterval(Duration.ofMillis(50)).until(() -> isDone(ofWarehouse));
        }
    }

    private static boolean isDone(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet left = statement.executeQuery(
                        "select (select count(*) from shop_order where status = 0"
                                + " and created_at < '2030-01-01 00:00:00') + (select count(*) from order_timeout_compensation)")) {
            left.next();
            return left.getLong(1) == 0;
        }
    }
}
