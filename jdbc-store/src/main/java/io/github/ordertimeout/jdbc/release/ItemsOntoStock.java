package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.JdbcArray;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Gives back what a batch holds without looking at each line: the database sums the items, and one statement changes the stock rows in
 * their key's order. What it cannot do as a whole is left to those who look at each line.
 *
 * <p>Items are read without locks, as the orders that own them are locked: on PostgreSQL in the statement that changes the stock,
 * elsewhere in one of their own, since InnoDB locks whatever an UPDATE of several tables reads.
 *
 * <p>Only where the two sides cannot be taken differently by SQL and by {@link Demand}: whole numbers, keys of whole numbers (on
 * PostgreSQL UUIDs as well) that are the stock row's own key, nothing subtracted, no row changed by less than it is asked for.
 *
 * @param items the query over the items
 * @param parts the stock's keys, each a column of the item
 * @param guarded whether a row must hold what is taken from it
 * @param locksFirst whether the rows are locked before the first is changed, where the statement's plan does not say in which order
 *     it changes them
 */
record ItemsOntoStock(
        ItemQuery items,
        List<KeyPart.OfItem> parts,
        StockTable stock,
        StockSets sets,
        Dialect dialect,
        boolean guarded,
        boolean locksFirst) {
    /** Names that no column of a shop's has: those of the row are written without a table. */
    private static final String WANTED = "order_timeout_wanted";

    private static final String HELD = "order_timeout_held";
    private static final String CHANGED = "order_timeout_changed";
    private static final String KEY = "order_timeout_key_";
    private static final String QUANTITY = "order_timeout_quantity";

    /**
     * What is wanted of one stock row.
     *
     * @param row its key; empty where the items name none
     * @param quantity the sum
     * @param changed whether the row took it
     */
    record Sum(Optional<Key> row, BigDecimal quantity, boolean changed) {}

    ItemsOntoStock {
        parts = List.copyOf(parts);
    }

    /** Whether SQL alone may do it. */
    static boolean fits(
            ItemQuery items,
            List<KeyPart> parts,
            StockTable stock,
            StockSets sets,
            Shortage shortage,
            Dialect.JoinedUpdate way) {
        boolean alike = parts.stream().allMatch(part -> isAlike(part, way));
        // An UPDATE of several tables assigns all at once, one of a single table from left to right.
        boolean assignsAlike =
                way != Dialect.JoinedUpdate.OUTER_JOIN || sets.fromRow().size() <= 1;
        return alike
                && assignsAlike
                && stock.isKeyedByRow()
                && items.minus().isEmpty()
                && items.lock().isEmpty()
                && !PointLookup.isNeededFor(items.order())
                && items.quantity().stream().allMatch(column -> column.type().kind() == ValueKind.INTEGER)
                && !stock.quantities().isEmpty()
                && stock.quantities().stream()
                        .allMatch(column -> column.type().kind().isNumber())
                && shortage != Shortage.FLOOR;
    }

    private static boolean isAlike(KeyPart part, Dialect.JoinedUpdate way) {
        ValueKind kind = part.stock().type().kind();
        return part instanceof KeyPart.OfItem ofItem
                && ofItem.item().type().kind() == kind
                && (kind == ValueKind.INTEGER || kind == ValueKind.UUID && way == Dialect.JoinedUpdate.WITH);
    }

    /**
     * PostgreSQL's one statement. It answers nothing where every row took its whole; else all that was wanted, to be read by {@link
     * #read}.
     */
    Sql inOne(Collection<Key> orders, CloseMoment moment) {
        Sql held = locksFirst
                ? Sql.text("), " + HELD + "(" + names("") + ") AS MATERIALIZED (")
                        .then(held())
                : Sql.EMPTY;
        return Sql.text("WITH " + WANTED + "(" + names("") + ", " + QUANTITY + ") AS MATERIALIZED (")
                .then(sums(orders))
                .then(held)
                .then("), " + CHANGED + "(" + names("") + ") AS (UPDATE ")
                .then(target())
                .then(" SET ")
                .then(Sql.join(", ", moves(moment)))
                .then(" FROM " + WANTED + (locksFirst ? ", " + HELD : "") + " WHERE ")
                .then(Sql.and(List.of(found(), takes())))
                .then(" RETURNING " + names(WANTED + ".") + ") SELECT " + names(WANTED + ".") + ", " + QUANTITY + ", "
                        + CHANGED + "." + KEY + "0 IS NOT NULL FROM " + WANTED + " LEFT JOIN " + CHANGED + " ON ")
                .then(each(" AND ", i -> Sql.text(CHANGED + "." + KEY + i + " = " + WANTED + "." + KEY + i)))
                .then(" WHERE (SELECT COUNT(*) FROM " + CHANGED + ") < (SELECT COUNT(*) FROM " + WANTED + ")");
    }

    /** A row of {@link #inOne} or, without the third part, of {@link #sums}. */
    Sum read(ResultSet row, boolean tellsChanged) throws SQLException {
        int size = parts.size();
        BigDecimal quantity = row.getBigDecimal(size + 1);
        return new Sum(Key.read(stock.rowKey().columns(), row, 1), quantity, tellsChanged && row.getBoolean(size + 2));
    }

    /**
     * The rows that belong to what is wanted. An equality with an array of one value is one that no hash or merge serves: what is
     * left is to take what is wanted row by row, in its order, and to look each up in the key's index. Where the rows are locked
     * already any plan will do.
     */
    private Sql found() {
        return locksFirst
                ? each(
                        " AND ",
                        i -> column(i)
                                .then(" = " + HELD + "." + KEY + i)
                                .then(" AND ")
                                .then(column(i))
                                .then(" = " + WANTED + "." + KEY + i))
                : each(" AND ", i -> column(i).then(" = ANY(ARRAY[" + WANTED + "." + KEY + i + "])"))
                        .then(" AND ")
                        .then(stock.where());
    }

    private Sql held() {
        return Sql.text("SELECT ")
                .then(stock.rowKey().list())
                .then(" FROM ")
                .then(target())
                .then(" JOIN " + WANTED + " ON ")
                .then(equalToWanted())
                .then(" WHERE ")
                .then(stock.where())
                .then(" ORDER BY ")
                .then(stock.rowKey().list())
                .then(dialect.forQuantityUpdate(StockTable.ALIAS));
    }

    /** A statement that changes the rows that can take their whole, and counts them. */
    Sql merge(List<Sum> sums, CloseMoment moment) {
        List<Sql> arrays = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            int place = i;
            arrays.add(numbers(sums, sum -> key(sum, place)));
        }
        arrays.add(numbers(sums, sum -> sum.quantity().toPlainString()));
        return Sql.text("MERGE INTO ")
                .then(target())
                .then(" USING (SELECT * FROM UNNEST(")
                .then(Sql.join(", ", arrays))
                .then(") u(" + names("") + ", " + QUANTITY + ")) " + WANTED + " ON (")
                .then(equalToWanted())
                .then(" AND ")
                .then(stock.where())
                .then(") WHEN MATCHED AND ")
                .then(takes())
                .then(" THEN UPDATE SET ")
                .then(Sql.join(", ", moves(moment)));
    }

    private static Sql numbers(List<Sum> sums, Function<Sum, String> of) {
        return Sql.value(JdbcArray.ofLongs(
                sums.stream().map(sum -> Long.valueOf(of.apply(sum))).toArray(Long[]::new)));
    }

    /** A statement that changes all, or fails and changes nothing where a row is missing or cannot take its whole. */
    Sql allOrFail(List<Sum> sums, CloseMoment moment) {
        StringBuilder json = new StringBuilder("[");
        for (Sum sum : sums) {
            json.append(json.length() > 1 ? ",[" : "[");
            for (int i = 0; i < parts.size(); i++) {
                json.append(key(sum, i)).append(',');
            }
            json.append(sum.quantity().toPlainString()).append(']');
        }
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            boolean unsigned = parts.get(i).stock().type().declared().contains("unsigned");
            columns.append(KEY + i + " BIGINT" + (unsigned ? " UNSIGNED" : "") + " PATH '$[" + i + "]', ");
        }
        return Sql.text("UPDATE JSON_TABLE(")
                .then(Bound.text(json.append(']').toString()))
                .then(", '$[*]' COLUMNS (" + columns + QUANTITY + " DECIMAL(38) PATH '$[" + parts.size() + "]')) "
                        + WANTED + " LEFT JOIN ")
                .then(target())
                .then(stock.pin() + " ON ")
                .then(equalToWanted())
                .then(" AND ")
                .then(stock.where())
                .then(" SET ")
                .then(Sql.join(", ", moves(moment)))
                .then(" WHERE CASE WHEN ")
                .then(takes())
                .then(" THEN 1 ELSE (SELECT 1 UNION ALL SELECT 2) END = 1");
    }

    private static String key(Sum sum, int place) {
        return sum.row().orElseThrow().values().get(place);
    }

    /** What the items of these orders hold, by stock row and in the order of its key; of no order, nothing. */
    Sql sums(Collection<Key> orders) {
        Sql quantity = items.quantity()
                .map(column -> Sql.text("SUM(").then(column.of(ItemQuery.ALIAS)).then(")"))
                .orElse(Sql.text("COUNT(*)"));
        return Sql.text("SELECT ")
                .then(each(", ", i -> item(i).then(" AS " + KEY + i)))
                .then(", ")
                .then(quantity)
                .then(" AS " + QUANTITY)
                .then(fromItems(orders))
                .then(" ORDER BY ")
                .then(each(", ", i -> Sql.text(KEY + i)));
    }

    private Sql fromItems(Collection<Key> orders) {
        List<Sql> conditions = new ArrayList<>();
        conditions.add(
                orders.isEmpty() ? Sql.text("1 = 0") : new KeySql(ItemQuery.ALIAS, List.of(items.order())).in(orders));
        conditions.add(items.where());
        items.quantity()
                .ifPresent(column -> conditions.add(column.of(ItemQuery.ALIAS).then(" > 0")));
        return Sql.text(" FROM ")
                .then(items.from())
                .then(" " + ItemQuery.ALIAS + " WHERE ")
                .then(Sql.and(conditions))
                .then(" GROUP BY ")
                .then(each(", ", this::item));
    }

    private Sql target() {
        return stock.table().sql().then(" " + StockTable.ALIAS);
    }

    private Sql equalToWanted() {
        return each(" AND ", i -> column(i).then(" = " + WANTED + "." + KEY + i));
    }

    private List<Sql> moves(CloseMoment moment) {
        List<Sql> moved = new ArrayList<>();
        for (TypedColumn column : stock.quantities()) {
            moved.add(column.sql()
                    .then(" = ")
                    .then(column.of(StockTable.ALIAS))
                    .then((isReserved(column) ? " - " : " + ") + WANTED + "." + QUANTITY));
        }
        return sets.around(moved, moment);
    }

    /** That a row can take its whole. */
    private Sql takes() {
        List<Sql> conditions = new ArrayList<>();
        for (TypedColumn column : stock.quantities()) {
            conditions.add(column.of(StockTable.ALIAS)
                    .then(isReserved(column) && guarded ? " >= " + WANTED + "." + QUANTITY : " IS NOT NULL"));
        }
        return Sql.join(" AND ", conditions);
    }

    private boolean isReserved(TypedColumn column) {
        return stock.reserved().filter(column::equals).isPresent();
    }

    private Sql column(int i) {
        return parts.get(i).stock().of(StockTable.ALIAS);
    }

    private Sql item(int i) {
        return parts.get(i).item().of(ItemQuery.ALIAS);
    }

    private String names(String prefix) {
        return each(", ", i -> Sql.text(prefix + KEY + i)).text();
    }

    private Sql each(String separator, IntFunction<Sql> of) {
        return Sql.join(separator, IntStream.range(0, parts.size()).mapToObj(of).toList());
    }
}
