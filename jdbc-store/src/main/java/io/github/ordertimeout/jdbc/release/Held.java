package io.github.ordertimeout.jdbc.release;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A stock row under our lock.
 *
 * @param row its key
 * @param counted whether every configured quantity holds a number
 * @param reserved the reserved quantity, where one is configured and not null
 */
record Held(Key row, boolean counted, Optional<BigDecimal> reserved) {
    /** A row that took what is given back to it. */
    static Held whole(Demand demand) {
        return new Held(demand.row(), true, Optional.empty());
    }
}
