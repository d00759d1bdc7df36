package io.github.ordertimeout.config;

import java.util.List;
import java.util.Optional;

/** Reads the status column and its values, and makes sure that a closed order is no longer an open one. */
final class StatusParser {
    private final Section rule;
    private final Values values;

    StatusParser(Section rule) {
        this.rule = rule;
        this.values = new Values(rule);
    }

    StatusMapping parse(boolean setsSomethingOnClose) {
        String column = values.required("status-column", "name the column that holds the order's status");
        List<String> open = statuses("open-status");
        if (open.isEmpty() && !rule.has("open-status")) {
            rule.refuse("open-status", "is required: list the values of orders that wait for payment, for example [0]");
        }
        List<String> paid = statuses("paid-status");
        Optional<String> closed = rule.scalar("closed-status").filter(text -> !text.isBlank());
        closed.ifPresent(value -> checkLookup("closed-status", value));
        if (closed.isEmpty() && !rule.has("closed-status") && !setsSomethingOnClose) {
            rule.refuse(
                    "closed-status",
                    "is required: name the value that a close sets; it may be empty only where"
                            + " on-close sets what a where then excludes");
        }
        closed.filter(open::contains).ifPresent(value -> refuseOverlap("closed-status", value, "open-status"));
        closed.filter(paid::contains).ifPresent(value -> refuseOverlap("closed-status", value, "paid-status"));
        paid.stream().filter(open::contains).forEach(value -> refuseOverlap("paid-status", value, "open-status"));
        return new StatusMapping(column, open, closed, paid);
    }

    private List<String> statuses(String key) {
        List<String> statuses = values.list(key).stream().distinct().toList();
        for (String status : statuses) {
            if (status.isBlank()) {
                rule.refuse(key, "holds a blank value: name a status");
            }
            checkLookup(key, status);
        }
        return statuses;
    }

    private void checkLookup(String key, String status) {
        if (status.startsWith("sql:")) {
            Optional<SqlTemplate> query = rule.read(
                    rule.path(key),
                    status.substring("sql:".length()),
                    sql -> SqlTemplateParser.parse(sql, SqlScope.PLAIN)
                            .orElseThrow(
                                    () -> new RefusedValueException("is sql: without a query: write sql:SELECT …")));
            query.ifPresent(template -> {});
        }
    }

    private void refuseOverlap(String key, String value, String otherKey) {
        rule.refuse(
                key,
                "holds " + Secrets.quoted(value) + ", which is in " + otherKey
                        + " too: a status means open, closed or paid, only one of them");
    }
}
