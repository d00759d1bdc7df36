package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.Inventory.Shortage;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.mapping.Assignment;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.mapping.TableConditions;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Resolves the keys that speak of the stock's table. */
final class StockMapper {
    private final Table table;
    private final RuleMapping mapping;
    private final Inventory inventory;
    private final Faults faults;
    private final List<String> warnings;
    private final Optional<TypedColumn> reserved;
    private final Optional<TypedColumn> available;

    StockMapper(Table table, RuleMapping mapping, Inventory inventory, Faults faults, List<String> warnings) {
        this.table = table;
        this.mapping = mapping;
        this.inventory = inventory;
        this.faults = faults;
        this.warnings = warnings;
        this.reserved = inventory
                .reservedColumn()
                .flatMap(name -> faults.attempt("reserved-column", () -> reserved(table.column(name))));
        this.available = inventory
                .availableColumn()
                .flatMap(name -> faults.attempt("available-column", () -> settable(table.column(name))));
    }

    StockTable table(List<KeyPart> parts) {
        Sql where = TableConditions.of(table, StockTable.ALIAS, inventory.stockWhere(), faults.below("stock-where"));
        if (reserved.isPresent() && reserved.equals(available)) {
            faults.add(
                    "available-column",
                    "is `" + available.get().name() + "` like reserved-column: what is taken from it"
                            + " would be added again; name another, or only one of both");
        }
        StockRowKey rowKey = new StockRowKey(table);
        Optional<Table.UniqueKey> key = faults.attempt("stock-table", rowKey::find);
        List<TypedColumn> keys = parts.stream().map(KeyPart::stock).toList();
        if (!rowKey.isUnique(keys, inventory.stockWhere())) {
            warnings.add(
                    "Rule " + mapping.rule().name() + ": no unique index over all rows of `" + table.canonicalName()
                            + "` says that stock-keys " + inventory.stockKeys().keySet()
                            + " name one row; an order whose stock is in several rows will not be closed");
        }
        return new StockTable(
                table,
                new KeySql(StockTable.ALIAS, key.map(rowKey::columns).orElse(List.of())),
                key.map(found -> rowKey.pin(found, mapping.dialect())).orElse(""),
                new KeySql(StockTable.ALIAS, keys),
                where,
                reserved,
                available);
    }

    StockSets sets() {
        Faults below = faults.below("stock-set");
        List<Assignment> assignments = new ArrayList<>();
        inventory
                .stockSet()
                .forEach((name, value) -> below.attempt(name, () -> set(table.column(name), value))
                        .ifPresent(assignments::add));
        return StockSets.of(assignments);
    }

    private Assignment set(TypedColumn column, SetValue value) {
        if (reserved.filter(column::equals).isPresent()
                || available.filter(column::equals).isPresent()) {
            throw new CatalogFault("column " + column + " is already changed by reserved-column or available-column");
        }
        if (value instanceof SetValue.Reason) {
            throw new CatalogFault(
                    ":reason is an order's, and one update of a stock row stands for several orders; use :rule or a literal");
        }
        return Assignment.checked(column, value, mapping.clock());
    }

    private TypedColumn reserved(TypedColumn column) {
        if (inventory.shortage() == Shortage.ALLOW && column.tryBind("-1").isEmpty()) {
            throw new CatalogFault("column " + column
                    + " holds no negative numbers, so that short: allow cannot be kept;" + " use floor or fail");
        }
        return settable(column);
    }

    private static TypedColumn settable(TypedColumn column) {
        if (column.generated()) {
            throw new CatalogFault("column " + column + " is computed by the database and cannot be set");
        }
        return Quantities.checked(column);
    }
}
