package io.github.ordertimeout.jdbc.schema;

import java.sql.SQLException;
import java.util.Set;

/** Despite IF NOT EXISTS the loser of a race between two nodes gets an error: on PostgreSQL even a unique violation. */
final class AlreadyThere {
    /** PostgreSQL: duplicate table, duplicate object, unique violation in its catalog; H2: table, index. */
    private static final Set<String> STATES = Set.of("42P07", "42710", "23505", "42S01", "42S11");

    /** MariaDB and MySQL: table, key. */
    private static final Set<Integer> CODES = Set.of(1050, 1061);

    private AlreadyThere() {}

    static boolean says(Throwable failure) {
        for (Throwable one = failure; one != null; one = one.getCause()) {
            if (one instanceof SQLException sql) {
                return STATES.contains(String.valueOf(sql.getSQLState()))
                        || CODES.contains(sql.getErrorCode())
                        || isGeneral(sql);
            }
        }
        return false;
    }

    /** H2, where two make one index at the same moment: a general error (50000) that only its text tells from others. */
    private static boolean isGeneral(SQLException sql) {
        return sql.getErrorCode() == 50000 && String.valueOf(sql.getMessage()).contains("object already exists");
    }
}
