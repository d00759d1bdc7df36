package io.github.ordertimeout.chaos;

import io.github.ordertimeout.jdbc.testdb.TestServer;

/** The databases that a run can be on, and how they say things. */
enum Product {
    /** PostgreSQL. */
    POSTGRESQL(
            TestServer.POSTGRESQL,
            "(extract(epoch from clock_timestamp()) * 1000000)::bigint",
            "timestamp(6)",
            "socketTimeout=15&connectTimeout=5",
            "set lock_timeout = '2s'"),
    /** MariaDB. */
    MARIADB(
            TestServer.MARIADB,
            "timestampdiff(microsecond, '1970-01-01', utc_timestamp(6))",
            "datetime(6)",
            "socketTimeout=15000&connectTimeout=5000",
            "set innodb_lock_wait_timeout = 2");

    private final TestServer server;
    private final String nowMicros;
    private final String localTime;
    private final String networkLimits;
    private final String lockLimit;

    Product(TestServer server, String nowMicros, String localTime, String networkLimits, String lockLimit) {
        this.server = server;
        this.nowMicros = nowMicros;
        this.localTime = localTime;
        this.networkLimits = networkLimits;
        this.lockLimit = lockLimit;
    }

    /** Which one that URL is of. */
    static Product of(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return POSTGRESQL;
        }
        if (url.startsWith("jdbc:mariadb:")) {
            return MARIADB;
        }
        throw new IllegalArgumentException(
                "The URL " + url + " is of no database that chaos runs on; jdbc:postgresql: and jdbc:mariadb: are");
    }

    TestServer server() {
        return server;
    }

    /** The server's own clock, in microseconds since 1970. */
    String nowMicros() {
        return nowMicros;
    }

    /** The type of a local time without zone. */
    String localTime() {
        return localTime;
    }

    /** What a URL says so that nothing waits for ever on a network that swallows everything. */
    String networkLimits() {
        return networkLimits;
    }

    /** Lets a shop's own statement wait for a lock for two seconds. */
    String lockLimit() {
        return lockLimit;
    }
}
