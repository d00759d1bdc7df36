package io.github.ordertimeout.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the built-in releaser; there is none unless {@code item-table} is set. */
final class InventoryParser {
    private static final Pattern ORDER_KEY = Pattern.compile("id|number|order\\.(?=\\S).+");

    private final String ruleName;
    private final Section section;
    private final Values values;
    private final ColumnMaps maps;

    InventoryParser(String ruleName, Section section) {
        this.ruleName = ruleName;
        this.section = section;
        this.values = new Values(section);
        this.maps = new ColumnMaps(section);
    }

    Optional<Inventory> parse(boolean ruleHasNumberColumn) {
        Optional<String> itemTable = values.text("item-table");
        boolean off = itemTable.filter(table -> table.equalsIgnoreCase("off")).isPresent();
        boolean on = itemTable.isPresent() && !off;
        Inventory inventory = new Inventory(
                itemTable.map(this::itemTable).orElse(""),
                needed(on, "item-order-column", "name the item column that points at the order"),
                itemOrderKey(ruleHasNumberColumn),
                values.text("item-quantity-column"),
                values.text("item-minus-column"),
                maps.conditions("item-where"),
                needed(on, "stock-table", "name the table whose rows hold the stock"),
                stockKeys(on),
                maps.conditions("stock-where"),
                maps.sets("stock-set"),
                values.text("reserved-column"),
                values.text("available-column"),
                values.choice("short", Inventory.Shortage.FAIL),
                values.choice("missing", Inventory.Missing.SKIP));
        if (on) {
            checkSomethingGivenBack(inventory);
            return Optional.of(inventory);
        }
        if (!off && !section.isEmpty()) {
            section.findings()
                    .warn("Rule " + ruleName + ": " + section.path("item-table")
                            + " is not set: closing gives no stock back (write off to say so)");
        }
        return Optional.empty();
    }

    private String needed(boolean on, String key, String whatToWrite) {
        return on ? values.required(key, whatToWrite) : values.text(key).orElse("");
    }

    private String itemTable(String table) {
        if (!table.startsWith("sql:")) {
            return table;
        }
        return section.read("item-table", text -> {
                    String sql = text.strip().substring("sql:".length());
                    return SqlTemplateParser.parse(sql, SqlScope.PLAIN)
                            .map(template -> "sql:" + SqlTemplateParser.plainSql(template))
                            .orElseThrow(
                                    () -> new RefusedValueException("is sql: without a query: write sql:SELECT …"));
                })
                .orElse(table);
    }

    private String itemOrderKey(boolean ruleHasNumberColumn) {
        String key = section.read("item-order-key", text -> {
                    if (!ORDER_KEY.matcher(text.strip()).matches()) {
                        throw new RefusedValueException(
                                "is " + Secrets.quoted(text) + ", but it must be id, number or order.COLUMN");
                    }
                    return text.strip();
                })
                .orElse("id");
        if (key.equals("number") && !ruleHasNumberColumn) {
            section.refuse(
                    "item-order-key",
                    "is \"number\", but rule " + ruleName
                            + " has no number-column: name it, or write id or order.COLUMN");
        }
        return key;
    }

    private Map<String, String> stockKeys(boolean on) {
        Map<String, String> keys = maps.names("stock-keys");
        keys.forEach((stock, item) -> {
            if (item.equals("order.")) {
                section.findings()
                        .refuse(
                                Keys.child(section.path("stock-keys"), stock),
                                "is \"order.\" without a column: write order.COLUMN");
            }
        });
        if (on && !section.has("stock-keys")) {
            section.refuse(
                    "stock-keys",
                    "is required: say which stock column equals which item column,"
                            + " for example {id: product_sku_id}");
        }
        return keys;
    }

    private void checkSomethingGivenBack(Inventory inventory) {
        if (inventory.reservedColumn().isEmpty()
                && inventory.availableColumn().isEmpty()
                && !section.has("stock-set")) {
            section.refuse(
                    "reserved-column",
                    "is required, or available-column or stock-set:" + " name what a close changes in the stock row");
        }
    }
}
