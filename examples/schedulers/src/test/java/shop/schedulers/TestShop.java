package shop.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/** A shop on H2 with overdue orders, for any number of nodes that share it. */
final class TestShop implements AutoCloseable {
    static final int ORDERS = 200;

    private static final String RULE = """
            order-timeout:
              tables: {auto-create: true}
              rules:
                unpaid: {table: orders, id-column: id, status-column: status, open-status: 0, closed-status: 4,
                         created-column: created_at, timeout: 15m}
            """;

    private final HikariDataSource pool = new HikariDataSource();
    private final List<OrderTimeoutEngine> engines = new ArrayList<>();

    TestShop() {
        pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
        pool.setMaximumPoolSize(20);
        execute(
                "create table orders (id bigint primary key, status int not null, created_at timestamp with time zone)",
                "create index orders_due on orders (status, created_at, id)",
                "insert into orders select x, 0, dateadd(hour, -1, current_timestamp) from system_range(1, " + ORDERS
                        + ")",
                "insert into orders select x + 1000, 0, current_timestamp from system_range(1, 10)");
    }

    DataSource dataSource() {
        return pool;
    }

    /** A node's engine, not started. */
    OrderTimeoutEngine node() {
        OrderTimeoutEngine engine = OrderTimeoutEngine.builder()
                .settings(settings())
                .store(JdbcOrderStore.builder()
                        .dataSource(pool)
                        .tables(settings().tables())
                        .build())
                .build();
        engines.add(engine);
        return engine;
    }

    private static Settings settings() {
        try {
            Path file = Files.createTempFile("shop", ".yml");
            Files.writeString(file, RULE);
            Settings settings =
                    ConfigSources.load(Optional.of(file), List.of(), Map.of()).settings();
            Files.delete(file);
            return settings;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    long closed() {
        return number("select count(*) from orders where status = 4");
    }

    /** Waits for it; then each has exactly one row in the ledger, and those that are not overdue are open. */
    void awaitAllClosedOnce() {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> closed() >= ORDERS);
        assertAllClosedOnce();
    }

    void assertAllClosedOnce() {
        assertThat(closed()).isEqualTo(ORDERS);
        assertThat(number("select count(*) from order_timeout_release")).isEqualTo(ORDERS);
        assertThat(number("select count(distinct order_id) from order_timeout_release"))
                .isEqualTo(ORDERS);
        assertThat(number("select count(*) from orders where status = 0")).isEqualTo(10);
    }

    /** As many overdue orders again, which nobody has seen. */
    void moreOrders() {
        execute(
                "delete from order_timeout_release",
                "delete from orders where status = 4",
                "insert into orders select x + 2000, 0, dateadd(hour, -1, current_timestamp) from system_range(1, "
                        + ORDERS + ")");
    }

    void execute(String... statements) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    long number(String query) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        engines.forEach(OrderTimeoutEngine::close);
        pool.close();
    }
}
