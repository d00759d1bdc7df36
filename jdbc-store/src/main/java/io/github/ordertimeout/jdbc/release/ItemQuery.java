package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one query over the items.
 *
 * @param from the table or the query, without alias
 * @param order the column that points at the order
 * @param keys the columns that name the stock
 * @param quantity how much was ordered; absent: one
 * @param minus how much of it was given back before
 * @param where which items count
 * @param lock locks the items read, or nothing
 */
record ItemQuery(
        Sql from,
        TypedColumn order,
        List<TypedColumn> keys,
        Optional<TypedColumn> quantity,
        Optional<TypedColumn> minus,
        Sql where,
        String lock) {
    static final String ALIAS = "i";

    ItemQuery {
        keys = List.copyOf(keys);
    }

    /**
     * The order's own row is locked, and items are its parts. They are locked themselves where part of them may be given back
     * meanwhile by whoever does not lock the order: where the rule subtracts what was given back, or counts some items only.
     */
    Sql of(Collection<Key> orders) {
        List<Sql> select = new ArrayList<>();
        select.add(order.of(ALIAS));
        keys.forEach(key -> select.add(key.of(ALIAS)));
        quantity.ifPresent(column -> select.add(column.of(ALIAS)));
        minus.ifPresent(column -> select.add(column.of(ALIAS)));
        return Sql.text("SELECT ")
                .then(Sql.join(", ", select))
                .then(" FROM ")
                .then(from)
                .then(" " + ALIAS + " WHERE ")
                .then(new KeySql(ALIAS, List.of(order)).in(orders))
                .then(" AND ")
                .then(where)
                .then(lock);
    }

    /** Whether {@link #of} takes any number of orders as one array. */
    boolean takesAnyNumber() {
        return new KeySql(ALIAS, List.of(order)).asArray();
    }

    ItemRow read(ResultSet row) throws SQLException {
        List<@Nullable String> read = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            read.add(keys.get(i).canonicalText(row, 2 + i));
        }
        int next = 2 + keys.size();
        BigDecimal ordered = BigDecimal.ONE;
        if (quantity.isPresent()) {
            ordered = number(row, next++);
        }
        BigDecimal before = minus.isPresent() ? number(row, next) : BigDecimal.ZERO;
        return new ItemRow(Key.read(List.of(order), row, 1).orElseThrow(), read, ordered.subtract(before));
    }

    private static BigDecimal number(ResultSet row, int index) throws SQLException {
        BigDecimal value = row.getBigDecimal(index);
        return value == null ? BigDecimal.ZERO : value;
    }
}
