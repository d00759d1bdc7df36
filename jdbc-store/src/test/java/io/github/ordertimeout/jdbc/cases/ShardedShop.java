package io.github.ordertimeout.jdbc.cases;

import io.github.ordertimeout.EngineBuilder;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import javax.sql.DataSource;

/** Two databases, {@code ds0} and {@code ds1}, with two tables of orders, two of items and one of stock each. */
final class ShardedShop implements AutoCloseable {
    static final String RULE = """
            data-sources: ds{0..1}
            tables: orders_{00..01}
            id-column: id
            number-column: order_no
            status-column: status
            open-status: 0
            closed-status: 4
            paid-status: 1
            created-column: created_at
            timeout: 30m
            time-zone: UTC
            inventory:
              item-table: items_{shard}
              item-order-column: order_id
              item-quantity-column: qty
              stock-table: stock
              stock-keys: {sku: sku}
              reserved-column: reserved
              available-column: available
            """;

    final Map<String, TestDatabase> databases = new LinkedHashMap<>();
    final Map<String, DataSource> pools = new LinkedHashMap<>();
    private final long begun = System.nanoTime();

    ShardedShop(TestDatabase first) {
        databases.put("ds0", first);
        databases.put("ds1", new TestDatabase(first.server(), first.isolation()));
        String time = first.server() == TestServer.H2 || first.server() == TestServer.POSTGRESQL
                ? "timestamp(3)"
                : "datetime(3)";
        databases.forEach((name, db) -> {
            db.withOwnTables();
            for (String number : new String[] {"00", "01"}) {
                db.execute(
                        "create table orders_" + number + " (id bigint primary key, order_no varchar(40),"
                                + " status int not null, created_at " + time + ")",
                        "create index due_" + number + " on orders_" + number + " (status, created_at, id)",
                        "create table items_" + number
                                + " (id bigint primary key, order_id bigint, sku varchar(40), qty int)",
                        "create index item_" + number + " on items_" + number + " (order_id)");
            }
            db.execute("create table stock (sku varchar(40) primary key, reserved int, available int)");
            db.execute("insert into stock values ('A', 0, 0)");
            pools.put(name, db.pool(config -> config.setMaximumPoolSize(8)));
        });
    }

    /** Goes on from {@link Shop#START}. */
    private Instant now() {
        return Shop.START.plusNanos(System.nanoTime() - begun);
    }

    TestDatabase db(String dataSource) {
        TestDatabase db = databases.get(dataSource);
        if (db == null) {
            throw new IllegalArgumentException(dataSource);
        }
        return db;
    }

    /** Overdue orders in each of the tables, of the same ids, each with a unit of the one SKU. */
    ShardedShop orders(int from, int to) {
        databases.keySet().forEach(dataSource -> orders(dataSource, from, to));
        return this;
    }

    /** The same in one data source. */
    ShardedShop orders(String dataSource, int from, int to) {
        TestDatabase db = db(dataSource);
        for (String number : new String[] {"00", "01"}) {
            LongStream.rangeClosed(from, to)
                    .forEach(id -> db.execute(
                            "insert into orders_" + number + " values (" + id + ", 'N" + id + "', 0, "
                                    + Shop.at(now().minus(Duration.ofHours(1))) + ")",
                            "insert into items_" + number + " values (" + id + ", " + id + ", 'A', 1)",
                            "update stock set reserved = reserved + 1"));
        }
        return this;
    }

    EngineBuilder engine(String... moreOfRule) {
        Settings settings = Shop.settings(RULE + String.join("\n", moreOfRule));
        EngineBuilder builder = OrderTimeoutEngine.builder().settings(settings);
        pools.keySet()
                .forEach(name -> builder.store(
                        name,
                        () -> JdbcOrderStore.builder()
                                .dataSource(pools.getOrDefault(name, db(name).dataSource()))
                                .isolation(db(name).isolation())
                                .clock(this::now)
                                .build()));
        return builder;
    }

    long closed(String dataSource) {
        return db(dataSource)
                .number("select (select count(*) from orders_00 where status = 4)"
                        + " + (select count(*) from orders_01 where status = 4)");
    }

    long status(String dataSource, String table, long id) {
        return db(dataSource).number("select status from " + table + " where id = " + id);
    }

    @Override
    public void close() {
        db("ds1").close();
    }
}
