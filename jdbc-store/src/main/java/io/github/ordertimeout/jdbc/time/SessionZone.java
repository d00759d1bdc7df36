package io.github.ordertimeout.jdbc.time;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The zone in which a session of the database lives.
 *
 * @param zone the zone, or its present offset where its name says nothing to Java
 * @param description for a person
 */
public record SessionZone(ZoneId zone, String description) {
    /**
     * The zone that stands in for a missing {@code time-zone}; none on PostgreSQL, where the driver sends the JVM's zone, which
     * says nothing of the shop.
     */
    public static Optional<SessionZone> of(Connection connection, String dialect) throws SQLException {
        return switch (dialect) {
            case "h2" ->
                Optional.of(read(
                        connection,
                        "SELECT setting_value, setting_value, EXTRACT(TIMEZONE_HOUR FROM CURRENT_TIMESTAMP) * 3600"
                                + " + EXTRACT(TIMEZONE_MINUTE FROM CURRENT_TIMESTAMP) * 60"
                                + " FROM information_schema.settings WHERE setting_name = 'TIME ZONE'"));
            case "mysql", "mariadb" ->
                Optional.of(
                        read(
                                connection,
                                "SELECT @@session.time_zone, @@system_time_zone, TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), NOW())"));
            default -> Optional.empty();
        };
    }

    private static SessionZone read(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            String named = row.getString(1);
            String name = named.equals("SYSTEM") ? row.getString(2) : named;
            try {
                return new SessionZone(ZoneId.of(name), "the database's zone " + name);
            } catch (DateTimeException unknown) {
                ZoneOffset offset = ZoneOffset.ofTotalSeconds(row.getInt(3));
                return new SessionZone(
                        offset,
                        "the database's present offset " + offset + " (its zone " + name + " may know summer time)");
            }
        }
    }
}
