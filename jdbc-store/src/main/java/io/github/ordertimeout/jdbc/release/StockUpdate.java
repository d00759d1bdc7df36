package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.release.ReleaseFailedException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the stock rows under our lock: one update per row, all of one text, in the order in which they were locked. */
final class StockUpdate {
    private final StockTable stock;
    private final StockSets sets;
    private final Optional<TypedColumn> guard;

    StockUpdate(StockTable stock, StockSets sets, Shortage shortage) {
        this.stock = stock;
        this.sets = sets;
        this.guard = stock.reserved()
                .filter(column -> shortage == Shortage.FAIL && column.type().kind() != ValueKind.FLOAT);
    }

    void run(List<Change> asked, CloseMoment moment, Session session) {
        List<Change> changes = asked.stream().filter(this::changesAnything).toList();
        int[] counts = session.batch(
                changes.stream().map(change -> statement(change, moment)).toList());
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 1) {
                throw new ReleaseFailedException(
                        stock.describe(changes.get(i).demand().row()) + " changed under our lock: "
                                + counts[i] + " rows took the "
                                + changes.get(i).demand().quantityText() + " of "
                                + changes.get(i).demand().ordersNamed()
                                + ". Look for a trigger or rule on the table that turns its updates into something else.");
            }
        }
    }

    /** MySQL's useAffectedRows counts an update that leaves a row as it was as no row, which would look like a lost one. */
    private boolean changesAnything(Change change) {
        return stock.available().isPresent() || change.lessReserved().signum() != 0 || !sets.isEmpty();
    }

    /** Changes no row: only asks whether rows may be changed. */
    void rehearse(CloseMoment moment, Session session) {
        List<Sql> quantities = new ArrayList<>();
        for (TypedColumn column : List.of(stock.reserved(), stock.available()).stream()
                .flatMap(Optional::stream)
                .toList()) {
            quantities.add(column.sql().then(" = ").then(column.sql()));
        }
        session.update(Sql.text("UPDATE ")
                .then(stock.table().sql())
                .then(" SET ")
                .then(Sql.join(", ", sets.around(quantities, moment)))
                .then(" WHERE 1 = 0"));
    }

    /** Relative, so that the database adds; says once more what must hold, but for floats, which two sides round apart. */
    private Sql statement(Change change, CloseMoment moment) {
        List<Sql> quantities = new ArrayList<>();
        stock.reserved().ifPresent(column -> quantities.add(moved(column, " - ", change.lessReserved(), change)));
        stock.available()
                .ifPresent(column ->
                        quantities.add(moved(column, " + ", change.demand().quantity(), change)));
        Sql update = Sql.text("UPDATE ")
                .then(stock.table().sql())
                .then(" SET ")
                .then(Sql.join(", ", sets.around(quantities, moment)))
                .then(" WHERE ")
                .then(new KeySql("", stock.rowKey().columns())
                        .equal(change.demand().row()));
        return guard.isEmpty()
                ? update
                : update.then(" AND ")
                        .then(guard.get().sql())
                        .then(" >= ")
                        .then(bound(guard.get(), change.lessReserved(), change));
    }

    private Sql moved(TypedColumn column, String sign, BigDecimal by, Change change) {
        return column.sql().then(" = ").then(column.sql()).then(sign).then(bound(column, by, change));
    }

    private Bound bound(TypedColumn column, BigDecimal quantity, Change change) {
        try {
            return column.bind(Demand.plain(quantity));
        } catch (CatalogFault fault) {
            throw new ReleaseFailedException(stock.describe(change.demand().row()) + " cannot take the "
                    + Demand.plain(quantity) + " of " + change.demand().ordersNamed() + ": " + fault.sentence()
                    + ". Correct the items, or let the column hold such quantities.");
        }
    }
}
