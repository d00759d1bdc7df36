package io.github.ordertimeout.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.config.TableSettings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.payment.Confirmation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShardedShopTest {
    private final Map<String, DataSource> pools = new LinkedHashMap<>();
    private DataSource shop;

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            pool.setUsername("sa");
            pool.setPassword("");
            pools.put("ds" + i, pool);
            JdbcOrderStore.builder()
                    .dataSource(pool)
                    .tables(new TableSettings("order_timeout_", true))
                    .build();
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < 2; table++) {
                    statement.execute("CREATE TABLE orders_" + table
                            + " (id bigint PRIMARY KEY, status int NOT NULL, created_at timestamp)");
                }
            }
        }
        shop = ShardedShop.shop(pools);
        try (Connection connection = shop.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO orders (id, status, created_at) VALUES (?, 0, ?)")) {
            for (long id = 1; id <= 20; id++) {
                insert.setLong(1, id);
                insert.setTimestamp(2, Timestamp.valueOf("2020-01-01 00:00:00"));
                insert.executeUpdate();
            }
        }
    }

    @AfterEach
    void close() throws Exception {
        ((AutoCloseable) shop).close();
        for (DataSource pool : pools.values()) {
            ((HikariDataSource) pool).close();
        }
    }

    @Test
    @DisplayName("the shop writes through ShardingSphere, the engine closes below it, the shop sees the closes")
    void closesBelow() throws SQLException {
        try (OrderTimeoutEngine engine = ShardedShop.engine(pools)) {
            assertThat(engine.guard()
                            .inShard(ShardedShop.shardOf(7))
                            .confirm("7", "tx1")
                            .result())
                    .isEqualTo(Confirmation.Result.PAID);
            PassReport report = engine.runOnce();
            assertThat(report.rules()).hasSize(4);
            assertThat(report.rules().values().stream()
                            .mapToLong(rule -> rule.closed())
                            .sum())
                    .isEqualTo(19);
        }
        assertThat(count("status = 4")).isEqualTo(19);
        assertThat(count("status = 1 AND id = 7")).isEqualTo(1);
    }

    @Test
    @DisplayName("ShardingSphere's own data source in the engine's place: refused at start, nothing is touched")
    void notThrough() throws SQLException {
        assertThatThrownBy(() -> OrderTimeoutEngine.builder()
                        .settings(ShardedShop.settings("table", "orders"))
                        .store(JdbcOrderStore.builder().dataSource(shop).build())
                        .build())
                .isInstanceOf(RuntimeException.class);
        assertThat(count("status = 0")).isEqualTo(20);
    }

    private long count(String where) throws SQLException {
        try (Connection connection = shop.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM orders WHERE " + where)) {
            row.next();
            return row.getLong(1);
        }
    }
}
