package io.github.ordertimeout.jdbc.database;

import java.sql.Connection;
import java.util.OptionalInt;

/** How the store's own transactions are isolated. */
public enum Isolation {
    /** The rule: InnoDB's next-key locks would hold up the host's inserts. Left as it is where the server refuses it. */
    READ_COMMITTED(OptionalInt.of(Connection.TRANSACTION_READ_COMMITTED)),
    /** Works too; for tests, since an application's own transactions may run in it. */
    REPEATABLE_READ(OptionalInt.of(Connection.TRANSACTION_REPEATABLE_READ)),
    /** As the pool hands connections out. */
    AS_IT_IS(OptionalInt.empty());

    private final OptionalInt level;

    Isolation(OptionalInt level) {
        this.level = level;
    }

    /** JDBC's number for it; empty: not set. */
    OptionalInt level() {
        return level;
    }
}
