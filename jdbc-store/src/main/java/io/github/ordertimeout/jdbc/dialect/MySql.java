package io.github.ordertimeout.jdbc.dialect;

/** MySQL. Its {@code max_execution_time} stops plain SELECTs only, so the statement limit is JDBC's query time-out. */
final class MySql extends MySqlFamily {
    static final String NAME = "mysql";

    MySql(boolean skipLocked) {
        super(skipLocked);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dialect withoutSkipLocked() {
        return new MySql(false);
    }

    @Override
    public boolean limitsByQueryTimeout() {
        return true;
    }

    @Override
    String setStatementLimit(TimeLimits limits) {
        return "";
    }

    @Override
    String restoreStatementLimit() {
        return "";
    }
}
