package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The update of {@link StockUpdate} where the database joins a table with arrays: one statement, whatever each row gets. */
record ArrayUpdate(StockTable stock, StockSets sets, Optional<TypedColumn> guard) {
    /** Names that no column of a shop's has: those of the row are written without a table. */
    private static final String CHANGES = "order_timeout_changes";

    private static final String KEY = "order_timeout_key_";
    private static final String LESS = "order_timeout_less";
    private static final String PLUS = "order_timeout_plus";

    /** Whether every column it needs can be sent as an array. */
    static boolean fits(StockTable stock) {
        return canBeArrays(stock.rowKey().columns()) && canBeArrays(stock.quantities());
    }

    private static boolean canBeArrays(List<TypedColumn> columns) {
        return columns.stream().allMatch(column -> column.array(List.of()).isPresent());
    }

    Sql of(List<Change> changes, CloseMoment moment) {
        List<Sql> arrays = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Sql> equal = new ArrayList<>();
        List<Sql> quantities = new ArrayList<>();
        List<TypedColumn> key = stock.rowKey().columns();
        for (int i = 0; i < key.size(); i++) {
            int place = i;
            names.add(KEY + i);
            arrays.add(array(
                    key.get(i),
                    changes.stream()
                            .map(change -> change.demand().row().values().get(place))
                            .toList()));
            equal.add(key.get(i).of(StockTable.ALIAS).then(" = " + CHANGES + "." + KEY + i));
        }
        stock.reserved().ifPresent(column -> {
            names.add(LESS);
            arrays.add(amounts(column, changes, Change::lessReserved));
            quantities.add(moved(column, " - " + CHANGES + "." + LESS));
        });
        stock.available().ifPresent(column -> {
            names.add(PLUS);
            arrays.add(amounts(column, changes, change -> change.demand().quantity()));
            quantities.add(moved(column, " + " + CHANGES + "." + PLUS));
        });
        guard.ifPresent(column -> equal.add(column.of(StockTable.ALIAS).then(" >= " + CHANGES + "." + LESS)));
        return Sql.text("UPDATE ")
                .then(stock.table().sql())
                .then(" " + StockTable.ALIAS + " SET ")
                .then(Sql.join(", ", sets.around(quantities, moment)))
                .then(" FROM unnest(")
                .then(Sql.join(", ", arrays))
                .then(") " + CHANGES + "(" + String.join(", ", names) + ") WHERE ")
                .then(Sql.join(" AND ", equal));
    }

    private static Sql moved(TypedColumn column, String by) {
        return column.sql().then(" = ").then(column.of(StockTable.ALIAS)).then(by);
    }

    private Sql amounts(TypedColumn column, List<Change> changes, Function<Change, BigDecimal> what) {
        return array(
                column,
                changes.stream()
                        .map(change -> StockUpdate.checked(stock, column, what.apply(change), change))
                        .toList());
    }

    private static Sql array(TypedColumn column, List<String> texts) {
        return Sql.value(column.array(texts).orElseThrow());
    }
}
