package io.github.ordertimeout.jdbc.testdb;

import io.github.ordertimeout.jdbc.dialect.Dialect;
import java.util.Optional;

/** The database servers that tests run on. */
public enum TestServer {
    /** In memory, always there. */
    H2,
    /** {@code ORDER_TIMEOUT_TEST_POSTGRES_URL}, else started from Maven artifacts. */
    POSTGRESQL,
    /** {@code ORDER_TIMEOUT_TEST_MARIADB_URL}, else started from Maven artifacts. */
    MARIADB,
    /**
     * MySQL's dialect through MySQL's driver: on {@code ORDER_TIMEOUT_TEST_MYSQL_URL} where that is set, else on the MariaDB
     * server, since no MySQL server is to be had as a Maven artifact.
     */
    MYSQL;

    /** The dialect it stands for. */
    public Dialect dialect() {
        return Dialect.named(name().toLowerCase(java.util.Locale.ROOT));
    }

    /** Whether it is MariaDB or MySQL. */
    public boolean isMySqlFamily() {
        return this == MARIADB || this == MYSQL;
    }

    /** Where tests may make schemas of their own; empty where the server cannot be had. */
    Optional<String> url() {
        return switch (this) {
            case H2 -> Optional.of("jdbc:h2:mem:");
            case POSTGRESQL -> Servers.postgres();
            case MARIADB -> Servers.mariaDb();
            case MYSQL -> Servers.mySql();
        };
    }
}
