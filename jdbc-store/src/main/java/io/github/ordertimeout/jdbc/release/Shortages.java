package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Inventory.Missing;
import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.release.ReleaseFailedException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What becomes of a line without stock, and of a row that holds less than is given back: {@code missing} and {@code short}. */
final class Shortages {
    private static final int NAMED = 3;

    private final StockTable stock;
    private final Shortage shortage;
    private final Missing missing;

    Shortages(StockTable stock, Shortage shortage, Missing missing) {
        this.stock = stock;
        this.shortage = shortage;
        this.missing = missing;
    }

    /** Refuses lines without a row, unless they are to be skipped. */
    void checkRows(List<Line> lines, Map<Key, Key> rows) {
        if (missing == Missing.SKIP) {
            return;
        }
        for (Line line : lines) {
            if (StockFinder.rowOf(line, rows).isEmpty()) {
                String what = line.key()
                        .map(key -> "no row of " + stock.table().canonicalName() + " has "
                                + key.describe(stock.keys().columns()))
                        .orElse("the item names no row of " + stock.table().canonicalName());
                throw new ReleaseFailedException(Demand.plain(line.quantity())
                        + " are to be released for order " + line.order().displayName() + ", but " + what
                        + ". Add the row or correct the item; inventory.missing: skip would let the close go on.");
            }
        }
    }

    /** Whose a line without a row is, and what it names. */
    String describe(Line line) {
        return "order " + line.order().displayName() + " has "
                + line.key().map(key -> key.describe(stock.keys().columns())).orElse("an item without stock");
    }

    /** What to change in the rows under our lock. */
    List<Change> changes(List<Demand> demands, Map<Key, Held> held) {
        List<Change> changes = new ArrayList<>();
        for (Demand demand : demands) {
            Optional<Held> row = Optional.ofNullable(held.get(demand.row())).filter(Held::counted);
            if (row.isPresent()) {
                changes.add(new Change(
                        demand,
                        row.get()
                                .reserved()
                                .map(reserved -> less(demand, reserved))
                                .orElse(BigDecimal.ZERO)));
            } else if (missing == Missing.FAIL) {
                throw new ReleaseFailedException(stock.describe(demand.row()) + " keeps no count ("
                        + quantityNames() + " is null or the row is gone), but "
                        + demand.quantityText() + " are to be released for " + demand.ordersNamed()
                        + ". Set the quantity; inventory.missing: skip would let the close go on.");
            }
        }
        return changes;
    }

    /** Of orders with lines that were skipped, by id, for a person: how many of how many, and the first of their stock. */
    Map<String, String> leftOut(List<Line> lines, Map<Key, Key> rows, Map<Key, Held> held) {
        Predicate<Line> skipped = line -> StockFinder.rowOf(line, rows)
                .map(held::get)
                .filter(Held::counted)
                .isEmpty();
        Map<String, String> told = new LinkedHashMap<>();
        if (lines.stream().noneMatch(skipped)) {
            return told;
        }
        lines.stream()
                .collect(Collectors.groupingBy(line -> line.order().id(), LinkedHashMap::new, Collectors.toList()))
                .forEach((id, all) -> {
                    List<Line> left = all.stream().filter(skipped).toList();
                    if (!left.isEmpty()) {
                        told.put(id, leftOut(left, all.size()));
                    }
                });
        return told;
    }

    private String leftOut(List<Line> left, int all) {
        List<String> keys = left.stream().map(this::keyed).distinct().toList();
        return left.size() + " of " + all + (all == 1 ? " line" : " lines") + " found no row of "
                + stock.table().canonicalName() + " to count it in: "
                + keys.stream().limit(NAMED).collect(Collectors.joining(", ")) + (keys.size() > NAMED ? ", …" : "");
    }

    private String keyed(Line line) {
        return line.key().map(key -> key.describe(stock.keys().columns())).orElse("an item that names none");
    }

    private BigDecimal less(Demand demand, BigDecimal reserved) {
        BigDecimal left = reserved.subtract(demand.quantity());
        if (left.signum() >= 0 || shortage == Shortage.ALLOW) {
            return demand.quantity();
        }
        if (shortage == Shortage.FLOOR) {
            return reserved;
        }
        throw new ReleaseFailedException(stock.describe(demand.row()) + " has " + Demand.plain(reserved) + " in "
                + stock.reserved().map(TypedColumn::name).orElse("") + ", but "
                + demand.quantityText() + " are to be released for " + demand.ordersNamed()
                + ". Correct the row or the items; inventory.short: floor or allow would let the close go on.");
    }

    private String quantityNames() {
        return String.join(
                " or ", stock.quantities().stream().map(TypedColumn::name).toList());
    }
}
