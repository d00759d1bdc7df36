package io.github.ordertimeout.benchmarks.contender;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/** The set-based statements of one closing transaction without any guard, as a careful person would write them by hand. */
interface CloseStatements {
    /** Closes these orders, writes the ledger, gives their stock back; the caller commits. Yields how many were closed. */
    int close(Connection connection, long[] ids, Instant now) throws SQLException;
}
