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
        PaymentSettings payment) {
    /** Copies the list. */
    public Rule {
        columns = List.copyOf(columns);
    }
}
