package io.github.ordertimeout.benchmarks.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The database's clock without a question each time: read once, between two readings of the monotonic clock that lie as close
 * together as it gets, and carried on by that.
 */
public final class ServerClock {
    private static final int TRIES = 200;

    private final long serverMicros;
    private final long nanoTime;
    private final long uncertainty;

    private ServerClock(long serverMicros, long nanoTime, long uncertainty) {
        this.serverMicros = serverMicros;
        this.nanoTime = nanoTime;
        this.uncertainty = uncertainty;
    }

    /** Reads it many times and keeps the closest reading. */
    public static ServerClock read(Database database) {
        String query =
                switch (database.dialect()) {
                    case POSTGRESQL -> "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS bigint)";
                    case MARIADB -> "SELECT CAST(UNIX_TIMESTAMP(SYSDATE(6)) * 1000000 AS signed)";
                    case H2 -> "SELECT CAST(EXTRACT(EPOCH FROM current_timestamp(6)) * 1000000 AS bigint)";
                };
        ServerClock best = new ServerClock(0, 0, Long.MAX_VALUE);
        try (Connection connection = database.pool().getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < TRIES; i++) {
                long before = System.nanoTime();
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    long after = System.nanoTime();
                    if (after - before < best.uncertainty) {
                        best = new ServerClock(rows.getLong(1), before + (after - before) / 2, after - before);
                    }
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        return best;
    }

    /** Now, in microseconds since 1970. */
    public long micros() {
        return at(System.nanoTime());
    }

    /** What it showed at a moment of {@link System#nanoTime}. */
    public long at(long nanos) {
        return serverMicros + (nanos - nanoTime) / 1000;
    }

    /** Microseconds between an instant and then. */
    public long since(Instant moment, long nanos) {
        return at(nanos) - moment.getEpochSecond() * 1_000_000 - moment.getNano() / 1000;
    }

    /** How far it may be off at most, in microseconds. */
    public long uncertainty() {
        return uncertainty / 2000;
    }
}
