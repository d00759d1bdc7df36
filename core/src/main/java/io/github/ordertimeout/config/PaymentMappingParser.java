package io.github.ordertimeout.config;

import java.util.Map;

/** Reads what a payment means for the orders' table. */
final class PaymentMappingParser {
    private final Section rule;
    private final Values values;
    private final ColumnMaps maps;

    PaymentMappingParser(Section rule) {
        this.rule = rule;
        this.values = new Values(rule);
        this.maps = new ColumnMaps(rule);
    }

    PaymentMapping parse(StatusMapping status, String id) {
        Map<String, SetValue> onPaid = maps.sets("on-paid");
        onPaid.keySet().forEach(column -> {
            if (!column.isEmpty()
                    && column.equalsIgnoreCase(status.column())
                    && !status.paid().isEmpty()) {
                refuseSet(column, "the first paid-status says what a payment sets it to");
            }
            if (!column.isEmpty() && column.equalsIgnoreCase(id)) {
                refuseSet(column, "an order keeps its id");
            }
        });
        Map<String, Condition> paidWhen = maps.conditions("paid-when");
        paidWhen.forEach((column, condition) -> checkThatAPaymentMeets(column, condition, onPaid));
        return new PaymentMapping(
                paidWhen,
                onPaid,
                values.choice("late-payment", PaymentMapping.Late.REFUND),
                values.text("amount-column"),
                values.text("payment-group-column"));
    }

    /** What a payment sets must make the order a paid one, or every callback would find it unpaid. */
    private void checkThatAPaymentMeets(String column, Condition condition, Map<String, SetValue> onPaid) {
        boolean set = onPaid.keySet().stream().anyMatch(name -> name.equalsIgnoreCase(column));
        if (!set && !(condition instanceof Condition.In)) {
            rule.findings()
                    .refuse(
                            Keys.child(rule.path("paid-when"), column),
                            "names no single value that a payment could set: set " + column + " under on-paid");
        }
    }

    private void refuseSet(String column, String reason) {
        rule.findings().refuse(Keys.child(rule.path("on-paid"), column), "must not be set: " + reason);
    }
}
