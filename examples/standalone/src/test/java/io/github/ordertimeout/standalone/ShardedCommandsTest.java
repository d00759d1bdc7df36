package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner over two data sources of two tables each, which know the same ids. */
class ShardedCommandsTest {
    private final List<Connection> shards = new ArrayList<>();
    private final List<String> urls = new ArrayList<>();
    private Path config;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        for (int shard = 0; shard < 2; shard++) {
            urls.add("jdbc:h2:mem:shard-" + UUID.randomUUID());
            Connection connection = DriverManager.getConnection(urls.get(shard), "sa", "");
            shards.add(connection);
            for (String number : List.of("00", "01")) {
                sql(
                        connection,
                        "CREATE TABLE orders_" + number + " (id bigint PRIMARY KEY, status int NOT NULL,"
                                + " create_time timestamp(3) with time zone)",
                        "INSERT INTO orders_" + number
                                + " VALUES (42, 0, timestamp with time zone '2020-01-01 00:00:00Z')");
            }
            sql(connection, Ran.with("schema", "--dialect=h2").out());
        }
        config = directory.resolve("shop.yml");
        write("ds0, ds1");
    }

    private void write(String dataSources) throws Exception {
        Files.writeString(config, """
                jdbc:
                  data-sources:
                    ds0: {url: "%s", user: sa}
                    ds1: {url: "%s", user: sa}
                order-timeout:
                  rules:
                    unpaid:
                      data-sources: %s
                      tables: orders_{00..01}
                      id-column: id
                      status-column: status
                      open-status: 0
                      closed-status: 4
                      created-column: create_time
                      timeout: 15m
                """.formatted(urls.get(0), urls.get(1), dataSources));
    }

    @AfterEach
    void close() throws Exception {
        for (Connection connection : shards) {
            connection.close();
        }
    }

    @Test
    @DisplayName("explain says which shard, cancel asks which, run-once closes in all and reports each")
    void allShards() throws Exception {
        assertThat(run("doctor").err()).isEmpty();
        assertThat(run("explain", "42", "--json").json()).hasSize(4);
        run("cancel", "42", "--reason", "test").isRefused("ds0.", "/42", "ds1.");
        assertThat(run("cancel", "ds1.orders_01/42", "--reason", "test").code()).isZero();
        assertThat(status(1, "orders_01")).isEqualTo(4);
        assertThat(status(1, "orders_00")).isZero();

        Ran ran = run("run-once", "--json");
        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(ran.json().at("/rules/unpaid@ds0.orders_00/closed").asInt()).isEqualTo(1);
        assertThat(ran.json().at("/rules/unpaid@ds1.orders_01/closed").asInt()).isZero();
        assertThat(status(0, "orders_01")).isEqualTo(4);
        run("audit").isRefused("--data-source ds0|ds1");
        assertThat(run("audit", "--data-source", "ds1").code()).isZero();
        assertThat(run("compensations", "--data-source", "ds0").code()).isZero();
        assertThat(run("resume", "unpaid").code()).isZero();
        assertThat(run("resume", "unpaid@ds0.orders_00").code()).isZero();
    }

    @Test
    @DisplayName("a data source that is not described, a missing table: refused with what to write")
    void refused() throws Exception {
        write("ds0, ds7");
        run("run-once").isRefused("jdbc.data-sources.ds7.url", "ds0, ds1");
        write("ds0, ds1");
        sql(shards.get(1), "DROP TABLE orders_01");
        run("run-once").isRefused("unpaid@ds1.orders_01", "in data source ds1");
    }

    @Test
    @DisplayName("a data source that is away: the others close, and the exit code says that something failed")
    void oneAway() throws Exception {
        Files.writeString(config, Files.readString(config).replace(urls.get(1), "jdbc:h2:tcp://localhost:1/none"));
        Ran ran = run("run-once", "--json");
        assertThat(ran.code()).as(ran.toString()).isEqualTo(1);
        assertThat(ran.json().at("/rules/unpaid@ds0.orders_00/closed").asInt()).isEqualTo(1);
        assertThat(ran.json().at("/rules/unpaid@ds1.orders_00/closed").asInt()).isZero();
    }

    private Ran run(String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.add("--config=" + config);
        return Ran.with(all.toArray(String[]::new));
    }

    private int status(int shard, String table) throws SQLException {
        try (Statement statement = shards.get(shard).createStatement();
                ResultSet row = statement.executeQuery("SELECT status FROM " + table + " WHERE id = 42")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void sql(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
