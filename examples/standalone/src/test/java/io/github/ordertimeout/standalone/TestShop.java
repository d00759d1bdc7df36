package io.github.ordertimeout.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A small shop in a named H2 database, and a configuration file that fits it. */
final class TestShop implements AutoCloseable {
    private static final String TABLES = """
            CREATE TABLE shop_order (id bigint PRIMARY KEY, order_sn varchar(64), status int NOT NULL,
                create_time timestamp(3) with time zone, payment_time timestamp(3) with time zone,
                delete_status int DEFAULT 0 NOT NULL, modify_time timestamp(3) with time zone);
            CREATE TABLE order_item (id bigint AUTO_INCREMENT PRIMARY KEY, order_id bigint, sku_id bigint, quantity int);
            CREATE TABLE sku_stock (id bigint PRIMARY KEY, lock_stock int);
            INSERT INTO sku_stock VALUES (1, 100), (2, 100), (3, 0);
            """;

    static final String RULE = """
            order-timeout:
              rules:
                unpaid:
                  table: shop_order
                  id-column: id
                  number-column: order_sn
                  status-column: status
                  open-status: [0]
                  closed-status: 4
                  paid-status: [1, 2, 3]
                  created-column: create_time
                  timeout: 15m
                  grace: 0s
                  where: {delete_status: 0}
                  paid-evidence: {payment_time: not null}
                  on-close: {modify_time: ":now"}
                  inventory:
                    item-table: order_item
                    item-order-column: order_id
                    item-quantity-column: quantity
                    stock-table: sku_stock
                    stock-keys: {id: sku_id}
                    reserved-column: lock_stock
            """;

    private final Path directory;
    private final String url = "jdbc:h2:mem:shop-" + UUID.randomUUID();
    private final Connection connection;

    TestShop(Path directory) throws SQLException, IOException {
        this.directory = directory;
        this.connection = DriverManager.getConnection(url, "sa", "");
        sql(TABLES);
        sql(Ran.with("schema", "--dialect=h2").out());
        config(RULE);
    }

    String url() {
        return url;
    }

    Path config(String text) throws IOException {
        return Files.writeString(directory.resolve("shop.yml"), text);
    }

    void sql(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** An order of that many minutes ago which holds so many units of SKU 1. */
    void order(long id, int status, int minutesAgo, int units) throws SQLException {
        order(id, status, minutesAgo, units, 1);
    }

    void order(long id, int status, int minutesAgo, int units, long sku) throws SQLException {
        sql("INSERT INTO shop_order (id, order_sn, status, create_time) VALUES (" + id + ", 'SN" + id + "', " + status
                + ", DATEADD('MINUTE', -" + minutesAgo + ", CURRENT_TIMESTAMP))");
        sql("INSERT INTO order_item (order_id, sku_id, quantity) VALUES (" + id + ", " + sku + ", " + units + ")");
    }

    String text(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    String status(long id) throws SQLException {
        return text("SELECT status FROM shop_order WHERE id = " + id);
    }

    String reserved() throws SQLException {
        return text("SELECT lock_stock FROM sku_stock WHERE id = 1");
    }

    /** Every row and every table there is. */
    String everything() throws SQLException {
        return text("SELECT (SELECT LISTAGG(table_name, ',') WITHIN GROUP (ORDER BY table_name) FROM"
                + " information_schema.tables WHERE table_schema = 'PUBLIC') || (SELECT LISTAGG(id || '=' || status,"
                + " ',') WITHIN GROUP (ORDER BY id) FROM shop_order) || (SELECT LISTAGG(id || '=' || lock_stock, ',')"
                + " WITHIN GROUP (ORDER BY id) FROM sku_stock)");
    }

    Ran run(String... args) {
        return run(Map.of(), args);
    }

    Ran run(Map<String, String> environment, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--config", directory.resolve("shop.yml").toString(), "--jdbc-url", url));
        return Ran.with(environment, all);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
