package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Chunks;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.release.ReleaseFailedException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes the stock rows under our lock, many rows in a statement. Rows that get the same share one; what each of the others gets is
 * told by a CASE over their key, which every database compares in the column's own type and collation.
 */
final class StockUpdate {
    /** As many rows in one CASE: more would cost more comparisons than they save round trips. */
    private static final int IN_ONE_CASE = 64;

    /** As many rows that get the same are worth a statement of their own. */
    private static final int ALIKE = 32;

    private static final int IN_ONE_LIST = 500;
    private static final int IN_ONE_ARRAY = 5_000;

    private final StockTable stock;
    private final StockSets sets;
    private final Optional<TypedColumn> guard;
    private final Optional<LockingUpdate> locking;

    /**
     * Takes what each row gets.
     *
     * @param locking locks and changes at once, where the database does
     */
    StockUpdate(StockTable stock, StockSets sets, Shortage shortage, Optional<LockingUpdate> locking) {
        this.stock = stock;
        this.sets = sets;
        this.locking = locking;
        this.guard = stock.reserved()
                .filter(column -> shortage == Shortage.FAIL && column.type().kind() != ValueKind.FLOAT);
    }

    /**
     * Locks the rows of these demands, in their order, and changes those that can take the whole of theirs, where the database
     * does so in one statement.
     *
     * @return the demands whose rows were not changed, in the same order; all of them elsewhere
     */
    List<Demand> atOnce(List<Demand> demands, CloseMoment moment, Session session) {
        if (locking.isEmpty() || demands.isEmpty()) {
            return demands;
        }
        Set<Key> left = new HashSet<>();
        for (List<Demand> some : Chunks.of(demands, IN_ONE_ARRAY)) {
            left.addAll(session.query(
                    locking.get().of(some, moment),
                    row -> Key.read(stock.rowKey().columns(), row, 1).orElseThrow()));
        }
        return left.isEmpty()
                ? List.of()
                : demands.stream().filter(demand -> left.contains(demand.row())).toList();
    }

    void run(List<Change> asked, CloseMoment moment, Session session) {
        List<Change> changes = asked.stream().filter(this::changesAnything).toList();
        for (List<Change> some : ArrayUpdate.fits(stock) ? Chunks.of(changes, IN_ONE_ARRAY) : statements(changes)) {
            int changed = session.update(
                    ArrayUpdate.fits(stock)
                            ? new ArrayUpdate(stock, sets, guard).of(some, moment)
                            : statement(some, moment));
            if (changed != some.size()) {
                throw new ReleaseFailedException(changed + " of " + some.size() + " rows of "
                        + stock.table().canonicalName() + " took what is given back to them, from "
                        + stock.describe(some.get(0).demand().row()) + " (for "
                        + some.get(0).demand().ordersNamed()
                        + ") on, though they are locked by us."
                        + " Look for a trigger or rule on the table that turns its updates into something else.");
            }
        }
    }

    private static List<List<Change>> statements(List<Change> changes) {
        Map<List<BigDecimal>, List<Change>> byAmounts = changes.stream()
                .collect(Collectors.groupingBy(StockUpdate::amounts, LinkedHashMap::new, Collectors.toList()));
        List<List<Change>> statements = new ArrayList<>();
        List<Change> different = new ArrayList<>();
        byAmounts.values().forEach(alike -> {
            if (alike.size() < ALIKE) {
                different.addAll(alike);
            } else {
                statements.addAll(Chunks.of(alike, IN_ONE_LIST));
            }
        });
        statements.addAll(Chunks.of(different, IN_ONE_CASE));
        return statements;
    }

    private static List<BigDecimal> amounts(Change change) {
        return List.of(
                change.lessReserved().stripTrailingZeros(),
                change.demand().quantity().stripTrailingZeros());
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
    private Sql statement(List<Change> changes, CloseMoment moment) {
        List<Sql> quantities = new ArrayList<>();
        stock.reserved().ifPresent(column -> quantities.add(moved(column, " - ", changes, Change::lessReserved)));
        stock.available()
                .ifPresent(column -> quantities.add(
                        moved(column, " + ", changes, change -> change.demand().quantity())));
        Sql update = Sql.text("UPDATE ")
                .then(stock.table().sql())
                .then(" SET ")
                .then(Sql.join(", ", sets.around(quantities, moment)))
                .then(" WHERE ")
                .then(key().in(changes.stream()
                        .map(change -> change.demand().row())
                        .toList()));
        return guard.isEmpty()
                ? update
                : update.then(" AND ")
                        .then(guard.get().sql())
                        .then(" >= ")
                        .then(ofEach(guard.get(), changes, Change::lessReserved));
    }

    private KeySql key() {
        return new KeySql("", stock.rowKey().columns());
    }

    private Sql moved(TypedColumn column, String sign, List<Change> changes, Function<Change, BigDecimal> by) {
        return column.sql().then(" = ").then(column.sql()).then(sign).then(ofEach(column, changes, by));
    }

    /** What belongs to the row at hand; one value where it is the same for all. */
    private Sql ofEach(TypedColumn column, List<Change> changes, Function<Change, BigDecimal> what) {
        Change first = changes.get(0);
        if (changes.stream().allMatch(change -> what.apply(change).compareTo(what.apply(first)) == 0)) {
            return Sql.value(bound(column, what.apply(first), first));
        }
        List<Sql> cases = new ArrayList<>();
        for (Change change : changes) {
            cases.add(Sql.text("WHEN ")
                    .then(key().equal(change.demand().row()))
                    .then(" THEN ")
                    .then(bound(column, what.apply(change), change)));
        }
        return Sql.text("CASE ").then(Sql.join(" ", cases)).then(" END");
    }

    private Bound bound(TypedColumn column, BigDecimal quantity, Change change) {
        return column.bind(checked(stock, column, quantity, change));
    }

    /** The quantity as a canonical text of the column. */
    static String checked(StockTable stock, TypedColumn column, BigDecimal quantity, Change change) {
        try {
            return column.canonical(Demand.plain(quantity));
        } catch (CatalogFault fault) {
            throw new ReleaseFailedException(stock.describe(change.demand().row()) + " cannot take the "
                    + Demand.plain(quantity) + " of " + change.demand().ordersNamed() + ": " + fault.sentence()
                    + ". Correct the items, or let the column hold such quantities.");
        }
    }
}
