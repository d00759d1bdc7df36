package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.config.TermRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Checks a rule against the tables in memory: they and the columns are there, and nothing needs SQL. */
final class RuleChecks {
    private static final String SQL = "sql:";
    private static final String OF_ORDER = "order.";
    private final MemoryDatabase database;
    private final Rule rule;
    private final RuleFaults faults;

    private RuleChecks(MemoryDatabase database, Rule rule) {
        this.database = database;
        this.rule = rule;
        this.faults = new RuleFaults(rule.name());
    }

    /**
     * Lets a sound rule pass.
     *
     * @throws io.github.ordertimeout.config.ConfigurationException with every fault found
     */
    static void check(MemoryDatabase database, Rule rule) {
        RuleChecks checks = new RuleChecks(database, rule);
        checks.noSql();
        if (checks.hasTable("table", rule.table())) {
            checks.orders();
        }
        rule.inventory().ifPresent(checks::inventory);
        GuardProof.check(rule, checks.faults);
        checks.faults.throwIfAny();
    }

    private void orders() {
        ofOrder("id-column", rule.idColumn());
        String key = database.keyColumn(rule.table());
        if (!key.equals(rule.idColumn())) {
            faults.add(
                    "id-column",
                    "\"" + rule.idColumn() + "\" is not the key of table \"" + rule.table() + "\": \"" + key + "\" is");
        }
        ofOrder("status-column", rule.status().column());
        rule.numberColumn().ifPresent(column -> ofOrder("number-column", column));
        rule.deadline().due().ifPresent(column -> ofOrder("due-column", column.name()));
        rule.deadline().created().ifPresent(column -> ofOrder("created-column", column.name()));
        List<TermRule> terms = rule.deadline().timeoutsBy();
        for (int i = 0; i < terms.size(); i++) {
            ofOrder("timeouts-by[" + i + "].where", terms.get(i).where());
        }
        ofOrder("where", rule.selection().where());
        ofOrder("paid-evidence", rule.selection().paidEvidence());
        rule.columns().forEach(column -> ofOrder("columns", column));
        ofOrder("on-close", rule.onClose().set());
        ofOrder("paid-when", rule.paymentMapping().paidWhen());
        ofOrder("on-paid", rule.paymentMapping().onPaid());
        if (rule.onClose().set().containsKey(rule.idColumn())) {
            faults.add("on-close." + rule.idColumn(), "must not be set: an order keeps its id");
        }
    }

    private void inventory(Inventory inventory) {
        String items = inventory.itemTable();
        prefixed("inventory.item-order-key", inventory.itemOrderKey());
        inventory.stockKeys().forEach((stock, column) -> prefixed("inventory.stock-keys." + stock, column));
        if (inventory.itemOrderKey().equals("number") && rule.numberColumn().isEmpty()) {
            faults.add("inventory.item-order-key", "is number, but the rule has no number-column");
        }
        if (!items.startsWith(SQL) && hasTable("inventory.item-table", items)) {
            column("inventory.item-order-column", items, inventory.itemOrderColumn());
            inventory.quantityColumn().ifPresent(name -> column("inventory.item-quantity-column", items, name));
            inventory.minusColumn().ifPresent(name -> column("inventory.item-minus-column", items, name));
            columns("inventory.item-where", items, inventory.itemWhere());
            inventory.stockKeys().forEach((stock, name) -> {
                if (!name.startsWith(OF_ORDER)) {
                    column("inventory.stock-keys." + stock, items, name);
                }
            });
        }
        String stock = inventory.stockTable();
        if (hasTable("inventory.stock-table", stock)) {
            columns("inventory.stock-keys", stock, inventory.stockKeys());
            columns("inventory.stock-where", stock, inventory.stockWhere());
            columns("inventory.stock-set", stock, inventory.stockSet());
            inventory.reservedColumn().ifPresent(name -> column("inventory.reserved-column", stock, name));
            inventory.availableColumn().ifPresent(name -> column("inventory.available-column", stock, name));
        }
    }

    private void noSql() {
        rule.deadline().timeoutsFrom().ifPresent(terms -> refuseSql("timeouts-from.query"));
        rule.selection().whereSql().ifPresent(sql -> refuseSql("where-sql"));
        rule.selection().paidEvidenceSql().ifPresent(sql -> refuseSql("paid-evidence-sql"));
        if (!rule.onClose().alsoExecute().isEmpty()) {
            refuseSql("also-execute");
        }
        rule.onClose().releases().keySet().forEach(type -> refuseSql("releases." + type));
        noExpression("on-close", rule.onClose().set());
        noExpression("on-paid", rule.paymentMapping().onPaid());
        refuseSql("open-status", rule.status().open().stream());
        refuseSql("closed-status", rule.status().closed().stream());
        refuseSql("paid-status", rule.status().paid().stream());
        rule.inventory().ifPresent(inventory -> {
            noExpression("inventory.stock-set", inventory.stockSet());
            refuseSql("inventory.item-table", Stream.of(inventory.itemTable()));
        });
    }

    private void noExpression(String key, Map<String, SetValue> set) {
        set.forEach((column, value) -> {
            if (value instanceof SetValue.Expression) {
                refuseSql(key + "." + column);
            }
        });
    }

    private void refuseSql(String key, Stream<String> values) {
        if (values.anyMatch(value -> value.startsWith(SQL))) {
            refuseSql(key);
        }
    }

    private void refuseSql(String key) {
        faults.add(key, "the store in memory runs no SQL; try this rule on a database, H2 for example");
    }

    private boolean hasTable(String key, String table) {
        boolean there = !database.columns(table).isEmpty();
        if (!there) {
            faults.add(key, "there is no table \"" + table + "\" in the memory database; make it with createTable");
        }
        return there;
    }

    private void ofOrder(String key, Map<String, ?> byColumn) {
        columns(key, rule.table(), byColumn);
    }

    private void ofOrder(String key, String column) {
        column(key, rule.table(), column);
    }

    private void prefixed(String key, String name) {
        if (name.startsWith(OF_ORDER) && !database.columns(rule.table()).isEmpty()) {
            column(key, rule.table(), name.substring(OF_ORDER.length()));
        }
    }

    private void columns(String key, String table, Map<String, ?> byColumn) {
        byColumn.keySet().forEach(column -> column(key + "." + column, table, column));
    }

    private void column(String key, String table, String column) {
        Set<String> known = database.columns(table);
        if (!known.contains(column)) {
            faults.add(key, "table \"" + table + "\" has no column \"" + column + "\"; it has " + known);
        }
    }
}
