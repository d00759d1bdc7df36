package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SqlTemplate;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Gathers every column of the order that somebody downstream wants to see. */
final class ColumnsMapper {
    private static final String ORDER = "order.";

    private final Rule rule;
    private final Table table;
    private final Faults faults;

    ColumnsMapper(Rule rule, Table table, Faults faults) {
        this.rule = rule;
        this.table = table;
        this.faults = faults;
    }

    OrderColumns map(TypedColumn id) {
        Optional<TypedColumn> number =
                rule.numberColumn().flatMap(name -> faults.attempt("number-column", () -> table.column(name)));
        Map<String, TypedColumn> further = new LinkedHashMap<>();
        rule.columns()
                .forEach(name -> faults.attempt("columns", () -> table.column(name))
                        .ifPresent(column -> further.put(name, column)));
        rule.onClose().statements().forEach((key, template) -> {
            for (SqlTemplate.Part part : template.parts()) {
                if (part instanceof SqlTemplate.ColumnParameter parameter) {
                    faults.attempt(key, () -> bindable(table.column(parameter.column())))
                            .ifPresent(column -> further.put(parameter.column(), column));
                }
            }
        });
        rule.inventory()
                .ifPresent(inventory -> ofInventory(inventory)
                        .filter(name -> name.startsWith(ORDER))
                        .map(name -> name.substring(ORDER.length()))
                        .forEach(name -> faults.attempt("inventory", () -> table.column(name))
                                .ifPresent(column -> further.put(name, column))));
        Optional<TypedColumn> tenant =
                rule.scan().fairBy().flatMap(name -> faults.attempt("scan.fair-by", () -> tenant(table.column(name))));
        return new OrderColumns(id, number, tenant, further);
    }

    private static Stream<String> ofInventory(Inventory inventory) {
        return Stream.concat(Stream.of(inventory.itemOrderKey()), inventory.stockKeys().values().stream());
    }

    private static TypedColumn tenant(TypedColumn column) {
        return switch (column.type().kind()) {
            case INTEGER, DECIMAL, TEXT, PADDED_TEXT, ENUM, UUID -> column;
            default ->
                throw new CatalogFault(
                        "column " + column + " cannot tell tenants apart: it must hold whole numbers, text or UUIDs");
        };
    }

    private static TypedColumn bindable(TypedColumn column) {
        if (column.type().kind() == ValueKind.OTHER) {
            throw new CatalogFault("column " + column + " cannot be a parameter; read it inside the SQL by :id");
        }
        return column;
    }
}
