package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.mapping.Assignment;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code stock-set}: the same assignments for every row of a transaction.
 *
 * @param fromRow those that read the row: MySQL assigns from left to right, so these stand first and see it as it was
 * @param others the others
 */
record StockSets(List<Assignment> fromRow, List<Assignment> others) {
    StockSets {
        fromRow = List.copyOf(fromRow);
        others = List.copyOf(others);
    }

    static StockSets of(List<Assignment> all) {
        return new StockSets(
                all.stream().filter(Assignment::readsRow).toList(),
                all.stream().filter(assignment -> !assignment.readsRow()).toList());
    }

    boolean isEmpty() {
        return fromRow.isEmpty() && others.isEmpty();
    }

    /** Around these assignments of quantities. */
    List<Sql> around(List<Sql> quantities, CloseMoment moment) {
        List<Sql> all = new ArrayList<>();
        fromRow.forEach(assignment -> all.add(assignment.sql(moment)));
        all.addAll(quantities);
        others.forEach(assignment -> all.add(assignment.sql(moment)));
        return all;
    }
}
