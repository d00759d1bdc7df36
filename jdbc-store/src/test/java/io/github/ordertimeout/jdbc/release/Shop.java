package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.ReleaseContext;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** A shop whose orders are closed already, so that only the releaser is left to run. */
final class Shop {
    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final TestDatabase db;
    private final Database database;

    Shop(TestDatabase db) {
        this(db, db.database());
    }

    Shop(TestDatabase db, Database database) {
        this.db = db;
        this.database = database;
    }

    /** The orders' table, and items and stock of the plainest kind. */
    static Shop plain(TestDatabase db) {
        return new Shop(db)
                .orders("BIGINT")
                .with(
                        "CREATE TABLE items (order_id BIGINT NOT NULL, sku BIGINT, qty INT, given INT)",
                        "CREATE TABLE stock (id BIGINT PRIMARY KEY, reserved INT, available INT)");
    }

    Shop orders(String idType) {
        return with("CREATE TABLE orders (id " + idType + " PRIMARY KEY, number VARCHAR(40), status INT,"
                + " created_at TIMESTAMP NULL, channel VARCHAR(20))");
    }

    Shop with(String... statements) {
        db.execute(statements);
        return this;
    }

    SqlInventoryReleaser open(Inventories inventory) {
        Rule rule = Rules.created("15m").inventory(inventory.build()).build();
        return database.read(
                session -> SqlInventoryReleaser.open(RuleMapper.map(rule, session, database.dialect()), session));
    }

    /** Releases what these orders hold in one transaction. */
    void release(SqlInventoryReleaser releaser, OrderSnapshot... orders) {
        List<ClosedOrder> closed = Arrays.stream(orders)
                .map(order -> new ClosedOrder(order, 1, NOW, "unpaid"))
                .toList();
        database.transactions().inTransaction(transaction -> {
            releaser.releaseAll(closed, new ReleaseContext("unpaid", NOW, transaction));
            return true;
        });
    }

    Set<String> waiting(SqlInventoryReleaser releaser, OrderSnapshot... orders) {
        return database.transactions()
                .inTransaction(transaction ->
                        releaser.waitingForLocks(List.of(orders), new ReleaseContext("unpaid", NOW, transaction)));
    }

    static OrderSnapshot order(long id) {
        return order(String.valueOf(id), "N" + id, Map.of());
    }

    static OrderSnapshot order(String id, String number, Map<String, Object> columns) {
        return new OrderSnapshot(
                new OrderKey("orders", id),
                Optional.of(number),
                "0",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                columns);
    }

    static OrderSnapshot[] orders(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(Shop::order).toArray(OrderSnapshot[]::new);
    }
}
