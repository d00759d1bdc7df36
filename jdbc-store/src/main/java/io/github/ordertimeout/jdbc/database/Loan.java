package io.github.ordertimeout.jdbc.database;

import java.sql.Connection;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection on loan.
 *
 * @param connection the connection
 * @param handle the user's handle that it came with, where it came from a Jdbi
 * @param giveBack hands it back
 */
record Loan(Connection connection, Optional<Handle> handle, AutoCloseable giveBack) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loan.class);

    /** Never throws: what was committed stays committed, though a pool may complain of a connection that broke since. */
    @Override
    public void close() {
        try {
            giveBack.close();
        } catch (Exception e) {
            LOG.debug("A connection could not be given back to its pool: {}", e.toString());
        }
    }
}
