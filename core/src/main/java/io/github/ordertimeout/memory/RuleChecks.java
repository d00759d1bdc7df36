package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.config.TimeColumn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Checks a rule against the tables in memory; gathers every fault before it throws. */
final class RuleChecks {
    private static final String SQL = "sql:";
    private static final String OF_ORDER = "order.";
    private final MemoryDatabase database;
    private final Rule rule;
    private final List<String> faults = new ArrayList<>();

    private RuleChecks(MemoryDatabase database, Rule rule) {
        this.database = database;
        this.rule = rule;
    }

    /**
     * Lets a sound rule pass.
     *
     * @throws ConfigurationException with every fault found
     */
    static void check(MemoryDatabase database, Rule rule) {
        RuleChecks checks = new RuleChecks(database, rule);
        checks.noSql();
        checks.orders();
        rule.inventory().ifPresent(checks::inventory);
        checks.faults.addAll(GuardProof.faults(rule));
        if (!checks.faults.isEmpty()) {
            throw new ConfigurationException(checks.faults);
        }
    }

    private void orders() {
        List<String> columns =
                new ArrayList<>(List.of(rule.idColumn(), rule.status().column()));
        rule.numberColumn().ifPresent(columns::add);
        rule.deadline().due().map(TimeColumn::name).ifPresent(columns::add);
        rule.deadline().created().map(TimeColumn::name).ifPresent(columns::add);
        rule.deadline()
                .timeoutsBy()
                .forEach(entry -> columns.addAll(entry.where().keySet()));
        columns.addAll(rule.selection().where().keySet());
        columns.addAll(rule.selection().paidEvidence().keySet());
        columns.addAll(rule.columns());
        columns.addAll(rule.onClose().set().keySet());
        rule.inventory().ifPresent(inventory -> columns.addAll(orderColumns(inventory)));
        columns(rule.table(), columns);
        Set<String> known = database.columns(rule.table());
        if (known.contains(rule.idColumn()) && !database.keyColumn(rule.table()).equals(rule.idColumn())) {
            fault("id-column \"" + rule.idColumn() + "\" is not the key of table \"" + rule.table() + "\"; \""
                    + database.keyColumn(rule.table()) + "\" is");
        }
        if (rule.onClose().set().containsKey(rule.idColumn())) {
            fault("on-close sets the id-column \"" + rule.idColumn() + "\"; an order keeps its id");
        }
    }

    private static List<String> orderColumns(Inventory inventory) {
        return Stream.concat(Stream.of(inventory.itemOrderKey()), inventory.stockKeys().values().stream())
                .filter(name -> name.startsWith(OF_ORDER))
                .map(name -> name.substring(OF_ORDER.length()))
                .toList();
    }

    private void inventory(Inventory inventory) {
        if (!inventory.itemTable().startsWith(SQL)) {
            List<String> items = new ArrayList<>(List.of(inventory.itemOrderColumn()));
            inventory.quantityColumn().ifPresent(items::add);
            inventory.minusColumn().ifPresent(items::add);
            items.addAll(inventory.itemWhere().keySet());
            inventory.stockKeys().values().stream()
                    .filter(name -> !name.startsWith(OF_ORDER))
                    .forEach(items::add);
            columns(inventory.itemTable(), items);
        }
        List<String> stock = new ArrayList<>(inventory.stockKeys().keySet());
        stock.addAll(inventory.stockWhere().keySet());
        stock.addAll(inventory.stockSet().keySet());
        inventory.reservedColumn().ifPresent(stock::add);
        inventory.availableColumn().ifPresent(stock::add);
        columns(inventory.stockTable(), stock);
        if (inventory.itemOrderKey().equals("number") && rule.numberColumn().isEmpty()) {
            fault("item-order-key is number, but the rule has no number-column");
        }
    }

    private void columns(String table, Collection<String> names) {
        Set<String> known = database.columns(table);
        if (known.isEmpty()) {
            fault("there is no table \"" + table + "\" in the memory database");
            return;
        }
        names.stream()
                .distinct()
                .filter(name -> !known.contains(name))
                .forEach(name -> fault("table \"" + table + "\" has no column \"" + name + "\"; it has " + known));
    }

    private void noSql() {
        rule.selection().whereSql().ifPresent(sql -> refused("where-sql"));
        rule.selection().paidEvidenceSql().ifPresent(sql -> refused("paid-evidence-sql"));
        if (!rule.onClose().alsoExecute().isEmpty()) {
            refused("also-execute");
        }
        Stream<SetValue> set = Stream.concat(
                rule.onClose().set().values().stream(),
                rule.inventory().stream().flatMap(inventory -> inventory.stockSet().values().stream()));
        if (set.anyMatch(SetValue.Expression.class::isInstance)) {
            refused("sql: in on-close or stock-set");
        }
        Stream<String> statuses = Stream.of(
                        rule.status().open(),
                        rule.status().closed().stream().toList(),
                        rule.status().paid())
                .flatMap(List::stream);
        if (statuses.anyMatch(status -> status.startsWith(SQL))) {
            refused("sql: as a status");
        }
        if (rule.inventory()
                .map(Inventory::itemTable)
                .filter(table -> table.startsWith(SQL))
                .isPresent()) {
            refused("sql: as item-table");
        }
    }

    private void refused(String key) {
        fault(key + " cannot be used: the memory store runs no SQL; test this rule on a database, H2 for example");
    }

    private void fault(String sentence) {
        faults.add("Rule " + rule.name() + ": " + sentence);
    }
}
