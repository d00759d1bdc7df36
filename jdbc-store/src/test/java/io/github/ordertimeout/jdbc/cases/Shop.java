package io.github.ordertimeout.jdbc.cases;

import io.github.ordertimeout.EngineBuilder;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * A small shop on a real database, its clock moved by the test. Times are UTC without zone; status 0 waits for payment, 1 is
 * paid, 4 closed.
 */
final class Shop {
    static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    /** The whole rule of most tests; further keys may follow. */
    static final String RULE = """
            table: shop_order
            id-column: id
            number-column: order_no
            status-column: status
            open-status: 0
            closed-status: 4
            paid-status: 1
            created-column: created_at
            timeout: 30m
            time-zone: UTC
            """;

    static final String INVENTORY = """
            inventory:
              item-table: shop_item
              item-order-column: order_id
              item-quantity-column: qty
              stock-table: shop_stock
              stock-keys: {sku: sku}
              reserved-column: reserved
              available-column: available
            """;

    private static final DateTimeFormatter SQL_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    final TestDatabase db;
    final List<EngineEvent> events = Collections.synchronizedList(new ArrayList<>());
    volatile Instant now = START;

    Shop(TestDatabase db) {
        this.db = db;
        String time =
                db.server() == TestServer.MARIADB || db.server() == TestServer.MYSQL ? "datetime(3)" : "timestamp(3)";
        db.withOwnTables();
        db.execute(
                ("create table shop_order (id bigint primary key, order_no varchar(40), status int not null,"
                                + " created_at T null, expires_at T null, updated_at T null, paid_at T null,"
                                + " kind varchar(40), deleted int not null default 0, amount_due decimal(12,2) default 10,"
                                + " payment_state varchar(40) default 'awaiting')")
                        .replace(" T ", " " + time + " "),
                "create index shop_order_due on shop_order (status, created_at, id)",
                "create table shop_item (id bigint primary key, order_id bigint, sku varchar(40), qty int)",
                "create index shop_item_order on shop_item (order_id)",
                "create table shop_stock (sku varchar(40) primary key, reserved int, available int)");
    }

    /** An open order of that age. */
    Shop order(long id, Duration age) {
        return order(id, age, "");
    }

    /** An order of that age, with further columns, for example {@code "status = 1, kind = 'cod'"}. */
    Shop order(long id, Duration age, String set) {
        db.execute("insert into shop_order (id, order_no, status, created_at) values (" + id + ", 'N" + id + "', 0, "
                + at(now.minus(age)) + ")");
        if (!set.isEmpty()) {
            change(id, set);
        }
        return this;
    }

    /** Many open orders of that age, with one unit of the SKU each where one is given. */
    Shop orders(int from, int to, Duration age, Optional<String> sku) {
        for (int first = from; first <= to; first += 1_000) {
            List<String> orders = new ArrayList<>();
            List<String> items = new ArrayList<>();
            for (int id = first; id < Math.min(first + 1_000, to + 1); id++) {
                orders.add("(" + id + ", 'N" + id + "', 0, " + at(now.minus(age)) + ")");
                items.add("(" + id + ", " + id + ", '" + sku.orElse("") + "', 1)");
            }
            db.execute("insert into shop_order (id, order_no, status, created_at) values " + String.join(", ", orders));
            if (sku.isPresent()) {
                db.execute("insert into shop_item (id, order_id, sku, qty) values " + String.join(", ", items));
            }
        }
        return this;
    }

    Shop item(long id, long order, String sku, int quantity) {
        db.execute("insert into shop_item values (" + id + ", " + order + ", '" + sku + "', " + quantity + ")");
        return this;
    }

    Shop stock(String sku, int reserved, int available) {
        db.execute("insert into shop_stock values ('" + sku + "', " + reserved + ", " + available + ")");
        return this;
    }

    void change(long id, String set) {
        db.execute("update shop_order set " + set + " where id = " + id);
    }

    /** That moment as a literal of the shop's columns. */
    static String at(Instant moment) {
        return "'" + SQL_TIME.format(LocalDateTime.ofInstant(moment, ZoneOffset.UTC)) + "'";
    }

    /** The status of each order, by id in ascending order. */
    List<String> statuses() {
        return db.column("select status from shop_order order by id");
    }

    long status(long id) {
        return db.number("select status from shop_order where id = " + id);
    }

    /** Reserved and available quantity. */
    List<Long> stock(String sku) {
        return List.of(
                db.number("select reserved from shop_stock where sku = '" + sku + "'"),
                db.number("select available from shop_stock where sku = '" + sku + "'"));
    }

    long ledgerRows() {
        return db.number("select count(*) from order_timeout_release");
    }

    long compensationRows() {
        return db.number("select count(*) from order_timeout_compensation");
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    /** An engine over the rule's text and further text in it. */
    EngineBuilder engine(String... ruleText) {
        return engine(db.dataSource(), settings(String.join("\n", ruleText)));
    }

    EngineBuilder engine(DataSource dataSource, Settings settings) {
        return OrderTimeoutEngine.builder()
                .settings(settings)
                .store(store(dataSource, settings))
                .listener(events::add);
    }

    JdbcOrderStore store(DataSource dataSource, Settings settings) {
        return JdbcOrderStore.builder()
                .dataSource(dataSource)
                .tables(settings.tables())
                .isolation(db.isolation())
                .clock(() -> now)
                .build();
    }

    /** One pass of that engine over the rule {@code unpaid}. */
    RuleReport run(OrderTimeoutEngine engine) {
        RuleReport report = engine.runOnce().rules().get("unpaid");
        long accounted = report.closed()
                + report.skipped()
                + report.deferred()
                + report.lostRace()
                + report.busy()
                + report.failed();
        if (accounted != report.scanned()) {
            throw new AssertionError("The counting identity does not hold: " + report);
        }
        return report;
    }

    /** One pass of a new engine over the rule's text. */
    RuleReport run(String... ruleText) {
        return run(engine(ruleText).build());
    }

    /** Settings with one rule {@code unpaid} of that text. */
    static Settings settings(String ruleText) {
        return settings(Map.of("unpaid", ruleText));
    }

    static Settings settings(Map<String, String> rules) {
        String text = "order-timeout:\n  rules:\n"
                + rules.entrySet().stream()
                        .map(rule -> "    " + rule.getKey() + ":\n" + indented(rule.getValue()))
                        .collect(Collectors.joining());
        return settingsFile(text);
    }

    /** Settings of a whole file. */
    static Settings settingsFile(String text) {
        try {
            Path file = Files.createTempFile("order-timeout", ".yml");
            try {
                Files.writeString(file, text);
                return ConfigSources.load(Optional.of(file), List.of(), Map.of())
                        .settings();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String indented(String text) {
        return Arrays.stream(text.split("\n"))
                .map(line -> "      " + line + "\n")
                .collect(Collectors.joining());
    }

    <T extends EngineEvent> List<T> events(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
