package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Lock and update in one statement, where the database takes arrays and tells what a part of a statement changed: PostgreSQL. The
 * rows are locked in their key's order before the first is changed; those that are missing, keep no count or hold too little
 * stay as they are, locked where they exist, and are what the statement answers.
 *
 * <p>A row that somebody changed while we waited for its lock is changed as it is then: the update looks again at the newest
 * version, which is ours to change.
 *
 * @param guarded whether a row must hold what is taken from it
 */
record LockingUpdate(StockTable stock, StockSets sets, Dialect dialect, boolean guarded) {
    /** Names that no column of a shop's has: those of the row are written without a table. */
    private static final String WANTED = "order_timeout_wanted";

    private static final String HELD = "order_timeout_held";
    private static final String CHANGED = "order_timeout_changed";
    private static final String KEY = "order_timeout_key_";
    private static final String HELD_KEY = "order_timeout_held_";
    private static final String QUANTITY = "order_timeout_quantity_";

    /** Each of these demands as a whole; answers the keys of rows that did not take theirs. */
    Sql of(List<Demand> demands, CloseMoment moment) {
        List<Key> rows = demands.stream().map(Demand::row).toList();
        return Sql.text("WITH " + WANTED + "(" + String.join(", ", names(KEY)) + quantityNames()
                        + ") AS MATERIALIZED (")
                .then(wanted(demands))
                .then("), " + HELD + "(" + String.join(", ", names(HELD_KEY)) + ") AS MATERIALIZED (")
                .then(held(rows))
                .then("), " + CHANGED + " AS (")
                .then(update(moment))
                .then(") SELECT " + String.join(", ", names(KEY)) + " FROM " + WANTED
                        + " WHERE NOT EXISTS (SELECT 1 FROM " + CHANGED + " WHERE ")
                .then(Sql.join(
                        " AND ", each(i -> Sql.text(CHANGED + "." + HELD_KEY + i + " = " + WANTED + "." + KEY + i))))
                .then(")");
    }

    private Sql wanted(List<Demand> demands) {
        List<Sql> arrays = new ArrayList<>(each(i -> array(
                columns().get(i),
                demands.stream().map(demand -> demand.row().values().get(i)).toList())));
        for (TypedColumn column : stock.quantities()) {
            arrays.add(array(
                    column,
                    demands.stream()
                            .map(demand -> StockUpdate.checked(
                                    stock, column, demand.quantity(), new Change(demand, BigDecimal.ZERO)))
                            .toList()));
        }
        return Sql.text("SELECT * FROM unnest(").then(Sql.join(", ", arrays)).then(")");
    }

    /** As {@link StockLocks} locks them: {@code stock-where} once more, in the key's order. */
    private Sql held(List<Key> rows) {
        return Sql.text("SELECT ")
                .then(stock.rowKey().list())
                .then(" FROM ")
                .then(stock.table().sql())
                .then(" " + StockTable.ALIAS + " WHERE ")
                .then(stock.rowKey().in(rows))
                .then(" AND ")
                .then(stock.where())
                .then(" ORDER BY ")
                .then(stock.rowKey().list())
                .then(dialect.forQuantityUpdate(StockTable.ALIAS));
    }

    private Sql update(CloseMoment moment) {
        List<Sql> moved = new ArrayList<>();
        List<Sql> conditions = new ArrayList<>();
        for (int i = 0; i < columns().size(); i++) {
            Sql key = columns().get(i).of(StockTable.ALIAS);
            conditions.add(key.then(" = " + HELD + "." + HELD_KEY + i));
            conditions.add(key.then(" = " + WANTED + "." + KEY + i));
        }
        for (int i = 0; i < stock.quantities().size(); i++) {
            TypedColumn column = stock.quantities().get(i);
            boolean reserved = stock.reserved().filter(column::equals).isPresent();
            String quantity = WANTED + "." + QUANTITY + i;
            moved.add(column.sql()
                    .then(" = ")
                    .then(column.of(StockTable.ALIAS))
                    .then((reserved ? " - " : " + ") + quantity));
            conditions.add(column.of(StockTable.ALIAS).then(reserved && guarded ? " >= " + quantity : " IS NOT NULL"));
        }
        return Sql.text("UPDATE ")
                .then(stock.table().sql())
                .then(" " + StockTable.ALIAS + " SET ")
                .then(Sql.join(", ", sets.around(moved, moment)))
                .then(" FROM " + HELD + ", " + WANTED + " WHERE ")
                .then(Sql.join(" AND ", conditions))
                .then(" RETURNING " + String.join(", ", names(HELD + "." + HELD_KEY)));
    }

    private List<TypedColumn> columns() {
        return stock.rowKey().columns();
    }

    private List<String> names(String prefix) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < columns().size(); i++) {
            names.add(prefix + i);
        }
        return names;
    }

    private String quantityNames() {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < stock.quantities().size(); i++) {
            names.append(", " + QUANTITY).append(i);
        }
        return names.toString();
    }

    private List<Sql> each(Function<Integer, Sql> of) {
        List<Sql> all = new ArrayList<>();
        for (int i = 0; i < columns().size(); i++) {
            all.add(of.apply(i));
        }
        return all;
    }

    private static Sql array(TypedColumn column, List<String> texts) {
        return Sql.value(column.array(texts).orElseThrow());
    }
}
