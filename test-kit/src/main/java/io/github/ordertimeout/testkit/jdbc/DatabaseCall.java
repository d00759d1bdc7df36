package io.github.ordertimeout.testkit.jdbc;

import java.util.Locale;
import java.util.function.Predicate;

/**
 * One call that reached for the database, over any connection of a {@link FaultyDataSource}.
 *
 * @param number from 1, counted since the record was last cleared
 * @param kind what it was
 * @param sql the text of a statement; a batch is one call; empty for the end of a transaction
 * @param prepared whether the statement had been prepared
 */
public record DatabaseCall(int number, Kind kind, String sql, boolean prepared) {
    /** What a call can be. */
    public enum Kind {
        /** A statement or a batch was run. */
        STATEMENT,
        /** A transaction was committed. */
        COMMIT,
        /** A whole transaction was rolled back. */
        ROLLBACK
    }

    /** The call of that number. */
    public static Predicate<DatabaseCall> numbered(int number) {
        return call -> call.number == number;
    }

    /** Every statement that has this in its text; capitals do not count. */
    public static Predicate<DatabaseCall> mentioning(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return call -> call.sql.toLowerCase(Locale.ROOT).contains(wanted);
    }

    /** Whether a statement or batch was run. */
    public boolean isStatement() {
        return kind == Kind.STATEMENT;
    }

    /** Whether it was a commit. */
    public boolean isCommit() {
        return kind == Kind.COMMIT;
    }

    /** Whether it ended a transaction, one way or the other. */
    public boolean isEnd() {
        return kind != Kind.STATEMENT;
    }

    /** The statement, or {@code COMMIT} or {@code ROLLBACK}. */
    @Override
    public String toString() {
        return isStatement() ? sql : kind.name();
    }
}
