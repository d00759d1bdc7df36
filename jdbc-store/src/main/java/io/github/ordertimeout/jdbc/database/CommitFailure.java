package io.github.ordertimeout.jdbc.database;

import java.sql.SQLException;
import java.util.Set;

/** What a commit's failure says about its outcome; for whoever brings transactions of an application's. */
public final class CommitFailure {
    /** Serialization and deadlock, constraints checked at the commit, a transaction that had failed already, and the like. */
    private static final Set<String> ANSWERED =
            Set.of("22", "23", "25", "40", "42", "44", "45", "53", "54", "55", "P0");

    /** "Statement completion unknown". */
    private static final String UNKNOWN = "40003";

    private static final String CANCELLED = "57014";

    private CommitFailure() {}

    /** Whether nothing can have been committed. Without an answer we know, it may have been. */
    public static boolean rolledBack(SQLException failure) {
        String state = failure.getSQLState();
        return state != null
                && state.length() == 5
                && !state.equals(UNKNOWN)
                && (state.equals(CANCELLED) || ANSWERED.contains(state.substring(0, 2)));
    }
}
