package io.github.ordertimeout.jdbc.dialect;

import java.math.BigDecimal;

/** MariaDB, through whichever driver. */
final class MariaDb extends MySqlFamily {
    static final String NAME = "mariadb";

    MariaDb(boolean skipLocked) {
        super(skipLocked);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect withoutSkipLocked() {
        return new MariaDb(false);
    }

    /** In seconds with decimals; zero is without limit here too. */
    @Override
    String setStatementLimit(TimeLimits limits) {
        return ", @order_timeout_statement = @@SESSION.max_statement_time, SESSION max_statement_time = "
                + BigDecimal.valueOf(limits.statementMillis(), 3).toPlainString();
    }

    @Override
    String restoreStatementLimit() {
        return ", SESSION max_statement_time = @order_timeout_statement, @order_timeout_statement = NULL";
    }
}
