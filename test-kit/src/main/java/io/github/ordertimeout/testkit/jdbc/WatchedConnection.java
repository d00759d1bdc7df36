package io.github.ordertimeout.testkit.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;

/** A connection under watch, until it is lost. Some drivers' {@code abort} does nothing: being lost is therefore kept here. */
final class WatchedConnection {
    private final Connection connection;
    private final FaultyDataSource owner;
    private volatile boolean lost;

    WatchedConnection(Connection connection, FaultyDataSource owner) {
        this.connection = connection;
        this.owner = owner;
    }

    FaultyDataSource owner() {
        return owner;
    }

    boolean isLost() {
        return lost;
    }

    /** Ends the connection, its transaction rolled back by the server, and yields what the caller sees of it. */
    SQLException lose() throws SQLException {
        connection.abort(Runnable::run);
        lost = true;
        try {
            connection.close();
        } catch (SQLException e) {
            // It is gone, as it should be.
        }
        return new SQLNonTransientConnectionException("The connection was lost on purpose", "08006");
    }

    static SQLException isGone() {
        return new SQLNonTransientConnectionException("This connection was lost on purpose before", "08003");
    }
}
