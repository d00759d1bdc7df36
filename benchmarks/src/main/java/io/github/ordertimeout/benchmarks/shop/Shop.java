package io.github.ordertimeout.benchmarks.shop;

import io.github.ordertimeout.jdbc.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Orders with two items each that is open, 10,000 stock rows, and the library's own tables. Status 0 waits for payment, 1 to 3
 * are paid and later ones, 4 is closed: only contenders set that.
 */
public final class Shop {
    /** The orders' table. */
    public static final String ORDERS = "bench_order";
    /** Their items. */
    public static final String ITEMS = "bench_item";
    /** The stock rows. */
    public static final String STOCK = "bench_stock";
    /** What the library's own tables begin with. */
    public static final String PREFIX = "bench_ot_";
    /** The library's ledger, which the bare SQL writes as well. */
    public static final String LEDGER = PREFIX + "release";
    /** A ledger of two columns: what the width of ours costs. */
    public static final String NARROW_LEDGER = "bench_ledger";

    private static final Pattern STATEMENT_END = Pattern.compile(";\\s*\n");

    /** Stock rows. */
    public static final int SKUS = 10_000;

    private static final int RESERVED = 1_000_000_000;
    private static final int ITEMS_EACH = 2;

    private final Database database;
    private final Size size;

    private Shop(Database database, Size size) {
        this.database = database;
        this.size = size;
    }

    /** Makes the shop anew, its overdue orders having run out one after the other. */
    public static Shop open(Database database, Size size) {
        Shop shop = new Shop(database, size);
        shop.make();
        shop.fill();
        shop.tidy();
        return shop;
    }

    /** Lets all overdue orders have run out in the same microsecond. */
    public void tie() {
        overdueAt("3600000000");
    }

    /** Lets them have run out one after the other again. */
    public void spread() {
        overdueAt(spread("id"));
    }

    private void overdueAt(String ago) {
        database.execute("UPDATE " + ORDERS + " SET expire_at = " + dialect().ago(ago) + " WHERE status = 0 AND id <= "
                + size.rows());
        tidy();
    }

    private String spread(String id) {
        return "3600000000 + (" + size.rows() + " - " + id + ") * 100";
    }

    /** Where it is. */
    public Database database() {
        return database;
    }

    /** How large it was made. */
    public Size size() {
        return size;
    }

    private Dialect dialect() {
        return database.dialect();
    }

    private void make() {
        String time = dialect().timeType();
        String room = dialect() == Dialect.POSTGRESQL ? " WITH (fillfactor = 50)" : "";
        for (String table : List.of(ORDERS, ITEMS, STOCK, NARROW_LEDGER)) {
            database.execute("DROP TABLE IF EXISTS " + table);
        }
        for (String table : List.of("release", "compensation", "payment", "state")) {
            database.execute("DROP TABLE IF EXISTS " + PREFIX + table);
        }
        database.execute(
                "CREATE TABLE " + ORDERS
                        + " (id bigint PRIMARY KEY, order_no varchar(32) NOT NULL, user_id bigint NOT NULL,"
                        + " status int NOT NULL, total decimal(12, 2) NOT NULL, created_at " + time + " NOT NULL,"
                        + " expire_at " + time + " NOT NULL, closed_at " + time
                        + " NULL, close_reason varchar(64) NULL,"
                        + " version int DEFAULT 0 NOT NULL)",
                "CREATE TABLE " + ITEMS + " (id bigint PRIMARY KEY, order_id bigint NOT NULL, sku_id int NOT NULL,"
                        + " qty int NOT NULL)",
                "CREATE TABLE " + STOCK + " (sku_id int PRIMARY KEY, available int NOT NULL, reserved int NOT NULL)"
                        + room,
                "CREATE TABLE " + NARROW_LEDGER + " (order_id bigint NOT NULL, type varchar(16) NOT NULL,"
                        + " PRIMARY KEY (order_id, type))");
        for (String statement :
                STATEMENT_END.split(Schema.ddl(dialect().name().toLowerCase(Locale.ROOT), PREFIX), -1)) {
            if (!statement.isBlank()) {
                database.execute(statement);
            }
        }
    }

    private void fill() {
        Dialect dialect = dialect();
        long last = size.rows() + size.fresh();
        String overdue = "n <= " + size.rows() + " AND " + Dialect.remainder("n", size.every()) + " = 0 AND n <= "
                + (size.overdue() == 0 ? 0 : size.every() * size.overdue());
        String fresh = "n > " + size.rows();
        // An order of the past ran out a day and more ago, the last overdue one an hour ago.
        String hourAgo = dialect.ago(spread("n"));
        String dayAgo = dialect.ago("86400000000 + (" + size.rows() + " - n) * 100");
        String expire = "CASE WHEN " + fresh + " THEN " + dialect.ago("-86400000000 - n") + " WHEN " + overdue
                + " THEN " + hourAgo + " ELSE " + dayAgo + " END";
        database.execute(
                "INSERT INTO " + ORDERS + " (id, order_no, user_id, status, total, created_at, expire_at) SELECT n,"
                        + " concat('N', n), " + Dialect.remainder("n", 50_000) + ", CASE WHEN " + overdue + " OR "
                        + fresh
                        + " THEN 0 ELSE 1 + " + Dialect.remainder("n", 3) + " END, 9.90, " + dayAgo + ", " + expire
                        + " FROM " + dialect.numbersTo(last),
                index(),
                "INSERT INTO " + ITEMS + " (id, order_id, sku_id, qty) SELECT o.id * " + ITEMS_EACH
                        + " + k.n, o.id, 1 + "
                        + Dialect.remainder("o.id * 7919 + k.n * 104729", SKUS) + ", k.n FROM " + ORDERS
                        + " o CROSS JOIN "
                        + dialect.numbersTo(ITEMS_EACH).replace(" g", " k") + " WHERE o.status = 0",
                "CREATE INDEX bench_item_order ON " + ITEMS + " (order_id)",
                "INSERT INTO " + STOCK + " (sku_id, available, reserved) SELECT n, 0, " + RESERVED + " FROM "
                        + dialect.numbersTo(SKUS));
    }

    /** The one that serves on every database. */
    private String index() {
        return "CREATE INDEX bench_order_due ON " + ORDERS + " (status, expire_at, id)";
    }

    /** Has an index that holds open orders only in place of the other, as docs/performance.md recommends for PostgreSQL. */
    public void indexOpenOnly() {
        database.execute(
                "DROP INDEX bench_order_due",
                "CREATE INDEX bench_order_due ON " + ORDERS + " (expire_at, id) WHERE status = 0");
        tidy();
    }

    /** Opens again what contenders closed, and lets the server settle: the next one finds what the last one found. */
    public void reset() {
        database.execute(
                "UPDATE " + ORDERS
                        + " SET status = 0, closed_at = NULL, close_reason = NULL, version = 0 WHERE status = 4",
                "UPDATE " + STOCK + " SET available = 0, reserved = " + RESERVED + " WHERE available <> 0");
        List<String> emptied = new ArrayList<>(List.of(NARROW_LEDGER));
        List.of("release", "compensation", "payment", "state").forEach(table -> emptied.add(PREFIX + table));
        emptied.forEach(table -> database.execute("TRUNCATE TABLE " + table));
        tidy();
    }

    /** Lets one item of each open order be of the same SKU. */
    public void heat() {
        database.execute(
                "UPDATE " + ITEMS + " SET sku_id = 1, qty = 1 WHERE " + Dialect.remainder("id", ITEMS_EACH) + " = 1");
        tidy();
    }

    /** Removes the orders that customers made since. */
    public void forgetFed() {
        database.execute(
                "DELETE FROM " + ORDERS + " WHERE id > " + (size.rows() + size.fresh()),
                "DELETE FROM " + ITEMS + " WHERE order_id > " + (size.rows() + size.fresh()));
    }

    private void tidy() {
        List.of(ORDERS, ITEMS, STOCK, LEDGER)
                .forEach(table -> database.attempt(dialect().tidied(table)));
        switch (dialect()) {
            case POSTGRESQL -> database.attempt("CHECKPOINT");
            case MARIADB -> database.attempt("SET GLOBAL innodb_max_purge_lag_wait = 0");
            case H2 -> database.attempt("CHECKPOINT");
        }
    }

    /**
     * Whether so many orders are closed, each with one row in that ledger and its stock given back.
     *
     * @throws IllegalStateException saying what is wrong
     */
    public void verify(long closed, String ledger) {
        long orders = database.number("SELECT COUNT(*) FROM " + ORDERS + " WHERE status = 4");
        long rows = database.number("SELECT COUNT(*) FROM " + ledger);
        long given = database.number("SELECT SUM(available) FROM " + STOCK);
        long held = database.number("SELECT COALESCE(SUM(qty), 0) FROM " + ITEMS + " i JOIN " + ORDERS
                + " o ON o.id = i.order_id WHERE o.status = 4");
        if (orders != closed || rows != closed || given != held) {
            throw new IllegalStateException("It was to close " + closed + " orders: " + orders + " are closed, " + rows
                    + " ledger rows, stock of " + given + " for items of " + held);
        }
    }
}
