package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Gives back what a batch holds without reading it: the database sums the items and changes the stock rows in their key's order.
 * What it cannot do as a whole is left to those who look at each line.
 *
 * <p>Only where the two sides cannot be taken differently by SQL and by {@link Demand}: whole numbers, keys of whole numbers or
 * UUIDs that are the stock row's own key, nothing subtracted, no row changed by less than it is asked for.
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

    ItemsOntoStock {
        parts = List.copyOf(parts);
    }

    /** Whether SQL alone may do it. */
    static boolean fits(ItemQuery items, List<KeyPart> parts, StockTable stock, Shortage shortage) {
        return stock.isKeyedByRow()
                && parts.stream().allMatch(ItemsOntoStock::isAlike)
                && items.minus().isEmpty()
                && items.lock().isEmpty()
                && !PointLookup.isNeededFor(items.order())
                && items.quantity().stream().allMatch(column -> column.type().kind() == ValueKind.INTEGER)
                && !stock.quantities().isEmpty()
                && stock.quantities().stream()
                        .allMatch(column -> column.type().kind().isNumber())
                && shortage != Shortage.FLOOR;
    }

    private static boolean isAlike(KeyPart part) {
        ValueKind kind = part.stock().type().kind();
        return part instanceof KeyPart.OfItem ofItem
                && ofItem.item().type().kind() == kind
                && (kind == ValueKind.INTEGER || kind == ValueKind.UUID);
    }

    /**
     * One statement that changes what can be changed as a whole and answers the keys of the others; such of items that name no row
     * hold nulls.
     */
    Sql inOne(Collection<Key> orders, CloseMoment moment) {
        Sql held = locksFirst
                ? Sql.text("), " + HELD + "(" + names("") + ") AS MATERIALIZED (")
                        .then(held())
                : Sql.EMPTY;
        return Sql.text("WITH " + WANTED + "(" + names("") + ", " + QUANTITY + ") AS MATERIALIZED (")
                .then(wanted(orders))
                .then(held)
                .then("), " + CHANGED + "(" + names("") + ") AS (UPDATE ")
                .then(target())
                .then(" SET ")
                .then(Sql.join(", ", moves(moment)))
                .then(" FROM " + WANTED + (locksFirst ? ", " + HELD : "") + " WHERE ")
                .then(Sql.and(List.of(found(), takes())))
                .then(" RETURNING " + names(WANTED + ".") + ") SELECT " + names("") + " FROM " + WANTED
                        + " WHERE NOT EXISTS (SELECT 1 FROM " + CHANGED + " WHERE ")
                .then(each(" AND ", i -> Sql.text(CHANGED + "." + KEY + i + " = " + WANTED + "." + KEY + i)))
                .then(")");
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

    /** A statement that changes what can be changed as a whole, and counts that. */
    Sql merge(Collection<Key> orders, CloseMoment moment) {
        return Sql.text("MERGE INTO ")
                .then(target())
                .then(" USING (")
                .then(wanted(orders))
                .then(") " + WANTED + " ON (")
                .then(equalToWanted())
                .then(" AND ")
                .then(stock.where())
                .then(") WHEN MATCHED AND ")
                .then(takes())
                .then(" THEN UPDATE SET ")
                .then(Sql.join(", ", moves(moment)));
    }

    /**
     * A statement that changes all, or fails and changes nothing where a row is missing or cannot take its whole. The derived table
     * has a limit: without one MariaDB and MySQL drop its order.
     */
    Sql allOrFail(Collection<Key> orders, CloseMoment moment) {
        return Sql.text("UPDATE (")
                .then(wanted(orders))
                .then(" LIMIT " + Long.MAX_VALUE + ") " + WANTED + " LEFT JOIN ")
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

    /** How many rows {@link #merge} must change. */
    Sql count(Collection<Key> orders) {
        return Sql.text("SELECT COUNT(*) FROM (SELECT 1 AS " + QUANTITY)
                .then(fromItems(orders))
                .then(") " + WANTED);
    }

    private Sql wanted(Collection<Key> orders) {
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
        conditions.add(new KeySql(ItemQuery.ALIAS, List.of(items.order())).in(orders));
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
