package io.github.ordertimeout.testkit.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.h2.tools.Server;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProxiedDatabaseTest {

    @Test
    @DisplayName("a real database behind it: slow, then away, then back")
    void database() throws Exception {
        Server h2 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        try (FaultyProxy toH2 = FaultyProxy.to("localhost", h2.getPort())) {
            String url = "jdbc:h2:tcp://localhost:" + toH2.port() + "/mem:proxied;DB_CLOSE_DELAY=-1";
            try (Connection connection = DriverManager.getConnection(url)) {
                toH2.delay(Direction.TO_CLIENT, Duration.ofMillis(20));
                try (ResultSet one = connection.createStatement().executeQuery("select 1")) {
                    assertThat(one.next()).isTrue();
                }
                toH2.cut();
                assertThatThrownBy(() -> connection.createStatement().executeQuery("select 1"))
                        .isInstanceOf(SQLException.class);
            }
            toH2.heal();
            DriverManager.getConnection(url).close();
        } finally {
            h2.stop();
        }
    }
}
