package io.github.ordertimeout.config;

import java.util.List;
import java.util.Optional;

/**
 * One rule: which orders of which table run out when, and what closing one means.
 *
 * @param name the rule's name
 * @param table the orders' table as configured, schema-qualified or not
 * @param source the identity of data source and table; empty: the table's canonical catalog name
 * @param idColumn the order's id
 * @param numberColumn what people call the order
 * @param status the status column and its values
 * @param deadline when an order runs out
 * @param selection which rows count and which show signs of a payment
 * @param columns further columns that policies, gateways and SQL want, and those of amount and payment group
 * @param onClose what else the closing transaction writes
 * @param paymentCheck whether paying is the question at all
 * @param paymentMapping what a payment means for the table
 * @param inventory the built-in releaser
 * @param scan how to look for overdue orders
 * @param close how to close
 * @param safety when it stops by itself
 * @param payment how a payment gateway is asked
 * @param shard which of a configured rule's physical shards it is; empty where that has one data source and table
 */
public record Rule(
        String name,
        String table,
        Optional<String> source,
        String idColumn,
        Optional<String> numberColumn,
        StatusMapping status,
        Deadline deadline,
        Selection selection,
        List<String> columns,
        OnClose onClose,
        boolean paymentCheck,
        PaymentMapping paymentMapping,
        Optional<Inventory> inventory,
        ScanSettings scan,
        CloseSettings close,
        SafetySettings safety,
        PaymentSettings payment,
        Optional<PhysicalShard> shard) {
    /** Copies the list. */
    public Rule {
        columns = List.copyOf(columns);
    }

    /** A rule with one data source and table. */
    public Rule(
            String name,
            String table,
            Optional<String> source,
            String idColumn,
            Optional<String> numberColumn,
            StatusMapping status,
            Deadline deadline,
            Selection selection,
            List<String> columns,
            OnClose onClose,
            boolean paymentCheck,
            PaymentMapping paymentMapping,
            Optional<Inventory> inventory,
            ScanSettings scan,
            CloseSettings close,
            SafetySettings safety,
            PaymentSettings payment) {
        this(
                name,
                table,
                source,
                idColumn,
                numberColumn,
                status,
                deadline,
                selection,
                columns,
                onClose,
                paymentCheck,
                paymentMapping,
                inventory,
                scan,
                close,
                safety,
                payment,
                Optional.empty());
    }

    /** The name in the configuration, the same for all shards of one rule. */
    public String configuredName() {
        return shard.map(PhysicalShard::rule).orElse(name);
    }

    /** The name of its data source; blank: the only one, or the one of rules that name none. */
    public String dataSource() {
        return shard.map(PhysicalShard::dataSource).orElse("");
    }

    /** The identity of its orders, where that is its table's name in the catalog. */
    public String sourceOf(String canonicalTable) {
        String within = source.orElse(canonicalTable);
        return dataSource().isEmpty() ? within : dataSource() + "." + within;
    }
}
