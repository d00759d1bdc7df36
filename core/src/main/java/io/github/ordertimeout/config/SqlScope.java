package io.github.ordertimeout.config;

/** Which parameters SQL of a kind may use. */
enum SqlScope {
    /** Runs for one closed order. */
    STATEMENT(":id, :number, :now, :reason, :rule, :old_status and :column.NAME exist"),
    /** Stands in the search for orders, before any single order is known. */
    CONDITION("a condition knows no single order and takes only :now and :rule; the order's columns are o.COLUMN"),
    /** Stands inside another statement. */
    PLAIN("no parameters exist here; use the row's own columns by name");

    private final String advice;

    SqlScope(String advice) {
        this.advice = advice;
    }

    boolean allows(SqlTemplate.Name name) {
        return switch (this) {
            case STATEMENT -> true;
            case CONDITION -> name == SqlTemplate.Name.NOW || name == SqlTemplate.Name.RULE;
            case PLAIN -> false;
        };
    }

    boolean allowsColumns() {
        return this == STATEMENT;
    }

    String advice() {
        return advice;
    }
}
