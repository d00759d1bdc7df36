package io.github.ordertimeout.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every key that exists, and what may stand below it. Dotted keys, unknown keys and environment variables are read by it. */
sealed interface Shape {
    /** A text, or several. */
    Shape VALUE = new Value();

    /** Names from the user's own tables, with dots or in any script. */
    Shape COLUMNS = new Columns();

    Group SCAN = new Group(
                    "interval", "full-interval", "precision", "batch-size", "shards", "max-per-pass", "time-budget")
            .with("fair-by", VALUE)
            .with("cron", VALUE)
            .with("quiet", VALUE)
            .with("zone", VALUE);

    Group CLOSE = new Group("mode", "threads", "max-per-second", "lock-timeout", "statement-timeout");

    Group PAYMENT =
            new Group("timeout", "threads", "max-per-second", "answer-valid", "cancel-first", "max-defer", "recheck");

    Group SAFETY = new Group("max-closes-per-pass", "max-share-of-open", "floor");

    Group INVENTORY = new Group(
                    "item-table", "item-order-column", "item-order-key", "item-quantity-column", "item-minus-column")
            .with("item-where", COLUMNS)
            .with("stock-table", VALUE)
            .with("stock-keys", COLUMNS)
            .with("stock-where", COLUMNS)
            .with("stock-set", COLUMNS)
            .with("reserved-column", VALUE)
            .with("available-column", VALUE)
            .with("short", VALUE)
            .with("missing", VALUE);

    Group RULE = new Group("table", "tables", "data-sources", "source", "id-column", "number-column", "status-column")
            .with("open-status", VALUE)
            .with("closed-status", VALUE)
            .with("paid-status", VALUE)
            .with("paid-when", COLUMNS)
            .with("on-paid", COLUMNS)
            .with("due-column", VALUE)
            .with("created-column", VALUE)
            .with("timeout", VALUE)
            .with("timeouts-by", new Rows(new Group("timeout").with("where", COLUMNS)))
            .with("timeouts-from", new Group("column", "query", "unit", "refresh"))
            .with("time-kind", VALUE)
            .with("created-time-kind", VALUE)
            .with("time-zone", VALUE)
            .with("created-time-zone", VALUE)
            .with("grace", VALUE)
            .with("max-age", VALUE)
            .with("where", COLUMNS)
            .with("where-sql", VALUE)
            .with("paid-evidence", COLUMNS)
            .with("paid-evidence-sql", VALUE)
            .with("columns", VALUE)
            .with("on-close", COLUMNS)
            .with("also-execute", VALUE)
            .with("releases", COLUMNS)
            .with("payment-check", VALUE)
            .with("late-payment", VALUE)
            .with("amount-column", VALUE)
            .with("payment-group-column", VALUE)
            .with("inventory", INVENTORY)
            .with("scan", SCAN)
            .with("close", CLOSE)
            .with("payment", PAYMENT)
            .with("safety", SAFETY);

    Group ORDER_TIMEOUT = new Group("enabled")
            .with("rules", new Rules(RULE))
            .with("inventory", INVENTORY)
            .with("scan", SCAN)
            .with("close", CLOSE)
            .with("payment", PAYMENT)
            .with("release", new Group("timeout", "threads"))
            .with("compensation", new Group("interval", "max-attempts"))
            .with("safety", SAFETY)
            .with("health", new Group("max-missed-passes", "max-overdue", "max-dead", "expect-matches"))
            .with("tables", new Group("prefix", "auto-create", "keep"));

    Group DATA_SOURCE = new Group("url", "user", "password");

    Group JDBC = DATA_SOURCE.with("data-sources", new Rules(DATA_SOURCE));

    Group FILE = new Group(Map.of()).with("order-timeout", ORDER_TIMEOUT).with("jdbc", JDBC);

    /** A text, or several. */
    record Value() implements Shape {}

    /** A map by column name. */
    record Columns() implements Shape {}

    /** A map by the name of a rule or data source. */
    record Rules(Group each) implements Shape {}

    /** A list of groups. */
    record Rows(Group each) implements Shape {}

    /** A fixed set of keys. */
    record Group(Map<String, Shape> keys) implements Shape {
        /** Copies the keys, keeping their order. */
        public Group {
            keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
        }

        Group(String... values) {
            this(valuesByName(List.of(values)));
        }

        Group with(String key, Shape shape) {
            Map<String, Shape> more = new LinkedHashMap<>(keys);
            more.put(key, shape);
            return new Group(more);
        }

        private static Map<String, Shape> valuesByName(List<String> names) {
            Map<String, Shape> keys = new LinkedHashMap<>();
            names.forEach(name -> keys.put(name, new Value()));
            return keys;
        }
    }
}
