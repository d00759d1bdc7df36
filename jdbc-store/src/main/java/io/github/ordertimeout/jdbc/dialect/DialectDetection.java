package io.github.ordertimeout.jdbc.dialect;

import io.github.ordertimeout.order.OrderTimeoutException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** Finds the dialect, and which of its features the server is new enough for. */
final class DialectDetection {
    private DialectDetection() {}

    static Dialect named(String name) {
        return switch (name) {
            case PostgreSql.NAME -> new PostgreSql(true);
            case MariaDb.NAME -> new MariaDb(true);
            case MySql.NAME -> new MySql(true);
            case H2.NAME -> new H2(true);
            default ->
                throw new IllegalArgumentException(
                        "There is no dialect '" + name + "': it must be one of postgresql, mariadb, mysql and h2.");
        };
    }

    static Dialect of(Connection connection) throws SQLException {
        DatabaseMetaData meta = connection.getMetaData();
        String product = meta.getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" ->
                new PostgreSql(
                        ServerVersion.parse(meta.getDatabaseProductVersion()).isAtLeast(12, 0));
            case "h2" ->
                new H2(ServerVersion.parse(meta.getDatabaseProductVersion()).isAtLeast(2, 2));
            case "mysql", "mariadb" -> mySqlFamily(connection);
            default ->
                throw new OrderTimeoutException("The database is '" + product + "', which this library does not"
                        + " know: it works on PostgreSQL, MariaDB, MySQL and H2.");
        };
    }

    /** Asks the server itself: MySQL's driver calls a MariaDB server MySQL, and proxies hide the version. */
    private static Dialect mySqlFamily(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            row.next();
            String version = row.getString(1);
            return version.toLowerCase(Locale.ROOT).contains("mariadb")
                    ? new MariaDb(ServerVersion.parse(version).isAtLeast(10, 6))
                    : new MySql(ServerVersion.parse(version).isAtLeast(8, 0));
        }
    }
}
