package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import java.sql.SQLException;

/** Two nodes wrote the same row at the same moment, and the loser only has to look again. */
final class Collision {
    private static final String UNIQUE_VIOLATION = "23505";
    /** MySQL and MariaDB have one state for all integrity violations. */
    private static final int DUPLICATE_ENTRY = 1062;

    private Collision() {}

    /** A deadlock or serialization failure, or a row that was inserted between our look and our insert. */
    static boolean says(Throwable failure) {
        return FailureClassifier.kind(failure) == FailureKind.CONTENTION || uniqueViolation(failure);
    }

    private static boolean uniqueViolation(Throwable failure) {
        for (Throwable one = failure; one != null; one = one.getCause()) {
            if (one instanceof SQLException sql) {
                return UNIQUE_VIOLATION.equals(sql.getSQLState())
                        || (sql.getErrorCode() == DUPLICATE_ENTRY && "23000".equals(sql.getSQLState()));
            }
        }
        return false;
    }
}
