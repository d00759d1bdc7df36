package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;

/** The one place that decides whose fault a failed closing transaction was. */
final class CloseFailures {
    private CloseFailures() {}

    static CloseFailedException of(RuntimeException thrown) {
        if (thrown instanceof CloseFailedException failed) {
            return failed;
        }
        Throwable told = telling(thrown);
        FailureKind kind = kind(told);
        return new CloseFailedException(
                kind, told.getClass().getName() + "/" + kind, String.valueOf(told.getMessage()), thrown);
    }

    /** The database's own word where a releaser has wrapped it, else what was thrown. */
    private static Throwable telling(Throwable thrown) {
        Throwable cause = thrown;
        while (cause != null
                && !(cause instanceof MemoryDatabaseException)
                && !(cause instanceof CommitOutcomeUnknownException)) {
            cause = cause.getCause();
        }
        return cause == null ? thrown : cause;
    }

    private static FailureKind kind(Throwable told) {
        if (told instanceof CommitOutcomeUnknownException) {
            return FailureKind.OUTCOME_UNKNOWN;
        }
        return told instanceof MemoryDatabaseException database ? database.kind() : FailureKind.ORDER;
    }
}
