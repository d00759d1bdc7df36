package io.github.ordertimeout.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ordertimeout.shop.Buyer.Pieces;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The profiles, on servers that CONTRIBUTING.md tells how to name; in a database of its own, and with time that really passes. */
class OtherDatabasesTest {
    private static final String DATABASE = "order_timeout_spring_shop_test";

    @ParameterizedTest
    @CsvSource({"postgresql, ORDER_TIMEOUT_TEST_POSTGRES_URL", "mariadb, ORDER_TIMEOUT_TEST_MARIADB_URL"})
    void ordersCloseAndAreRefunded(String profile, String variable) throws SQLException {
        String server = System.getenv(variable);
        assumeTrue(server != null, variable + " is not set");
        execute(server, "DROP DATABASE IF EXISTS " + DATABASE);
        execute(server, "CREATE DATABASE " + DATABASE);
        String url = server.replaceFirst("(jdbc:\\w+://[^/]+/)[^?]*", "$1" + DATABASE);
        try {
            // Twice: on a server a shop that is started again finds what it left.
            try (ConfigurableApplicationContext shop = start(profile, url)) {
                buyer(shop).order("acme", "TEA", 1);
            }
            try (ConfigurableApplicationContext shop = start(profile, url)) {
                closesAndRefunds(buyer(shop));
            }
        } finally {
            execute(server, "DROP DATABASE " + DATABASE);
        }
    }

    private static void closesAndRefunds(Buyer buyer) {
        Pieces before = buyer.pieces("CUP");
        long order = buyer.order("acme", "CUP", 2);
        buyer.awaitStatus(order, "closed");
        buyer.awaitStory(order, "released");
        assertThat(buyer.pieces("CUP")).isEqualTo(before);

        String late = buyer.transfer(order, "16.00");
        buyer.awaitStory(order, "refunded");
        assertThat(buyer.payment(late).path("refunds").asInt()).isEqualTo(1);
        assertThat(buyer.callBack(late)).isEqualTo("REPEATED");
    }

    private static ConfigurableApplicationContext start(String profile, String url) {
        return new SpringApplicationBuilder(ShopApplication.class)
                .profiles(profile)
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + url,
                        "--spring.datasource.username=",
                        "--spring.datasource.password=",
                        "--spring.http.client.read-timeout=30s",
                        "--shop.pay-within=1s",
                        "--shop.warehouse-fails-every=0",
                        "--shop.callback-delay=1ms",
                        "--order-timeout.scan.interval=200ms",
                        "--order-timeout.release.timeout=3s");
    }

    private static Buyer buyer(ConfigurableApplicationContext shop) {
        String port = shop.getEnvironment().getRequiredProperty("local.server.port");
        return new Buyer(
                new TestRestTemplate(new RestTemplateBuilder().rootUri("http://localhost:" + port)),
                shop.getBean(JdbcClient.class));
    }

    private static void execute(String server, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
