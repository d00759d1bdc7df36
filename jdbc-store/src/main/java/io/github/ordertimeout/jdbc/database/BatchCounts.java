package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import java.sql.Statement;

/** Who won is read from a batch's counts, so that a driver which does not count cannot be used. */
final class BatchCounts {
    private BatchCounts() {}

    static int[] checked(int[] counts) {
        for (int count : counts) {
            if (count == Statement.SUCCESS_NO_INFO) {
                throw new CloseFailedException(
                        FailureKind.SYSTEM,
                        "batch counts",
                        "The database driver does not tell how many rows each statement of a batch"
                                + " changed. MariaDB's driver does so with useBulkStmts=true: take"
                                + " that out of the JDBC URL.",
                        new IllegalStateException("SUCCESS_NO_INFO"));
            }
        }
        return counts;
    }
}
