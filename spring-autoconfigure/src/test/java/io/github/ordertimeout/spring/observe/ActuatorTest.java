package io.github.ordertimeout.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.spring.TestShop;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * An application with Actuator and Prometheus, asked over HTTP. Its engine passes once at start, and is braked since more orders
 * are overdue than it may close at once; then only what the tests ask for happens. On Boot 3.5 and 4.0.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ActuatorTest {
    private static final String[] PROPERTIES = {
        "server.port=0",
        "management.endpoints.web.exposure.include=*",
        "management.endpoint.health.show-details=always",
        "management.endpoint.health.probes.enabled=true",
        "management.endpoint.health.group.orders.include=orderTimeout",
        "order-timeout.scan.interval=1h",
        "order-timeout.safety.max-closes-per-pass=2",
        "order-timeout.safety.floor=1",
        "order-timeout.rules.flash.where.tenant=flash"
    };

    private final HttpClient client = HttpClient.newHttpClient();
    private ConfigurableApplicationContext application;

    @BeforeAll
    void open() {
        application = start("management.endpoint.ordertimeout.access=unrestricted");
    }

    private static ConfigurableApplicationContext start(String... more) {
        List<String> properties =
                new ArrayList<>(List.of(new TestShop().with(PROPERTIES).properties()));
        properties.addAll(TestShop.rule("flash"));
        properties.addAll(List.of(more));
        ConfigurableApplicationContext started = new SpringApplicationBuilder(Shop.class)
                .properties(properties.toArray(String[]::new))
                .run();
        OrderTimeoutEngine engine = started.getBean(OrderTimeoutEngine.class);
        await().until(() -> engine.status().rules().values().stream()
                        .allMatch(rule -> rule.next().isPresent())
                && engine.status().compensation().lastFinished().isPresent());
        return started;
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return get(application, path);
    }

    private HttpResponse<String> get(ConfigurableApplicationContext from, String path)
            throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri(from, path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(ConfigurableApplicationContext to, String path, String body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(uri(to, path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode write(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = post(application, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body());
    }

    private JsonNode read(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body());
    }

    private static URI uri(ConfigurableApplicationContext application, String path) {
        return URI.create("http://localhost:" + application.getEnvironment().getProperty("local.server.port")
                + "/actuator/" + path);
    }

    @Test
    @Order(1)
    @DisplayName("a scrape has each documented meter, with zeros too, and no other of ours")
    void scrape() throws Exception {
        String text = get("prometheus").body();
        Set<String> scraped = text.lines()
                .filter(line -> line.startsWith("order_timeout_"))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .filter(name -> !name.endsWith("_seconds_max"))
                .collect(Collectors.toSet());
        assertThat(scraped).containsExactlyInAnyOrderElementsOf(DocumentedMeters.prometheusNames());
        assertThat(text)
                .contains("order_timeout_closes_total{engine=\"default\",outcome=\"lost_race\",rule=\"unpaid\"} 0.0")
                .contains("order_timeout_held{engine=\"default\",kind=\"brake\",rule=\"unpaid\"} 1.0")
                .contains("order_timeout_backlog{engine=\"default\",rule=\"unpaid\"} 3.0")
                .contains("order_timeout_passes_seconds_count{engine=\"default\",outcome=\"held\",rule=\"unpaid\"} 1")
                .contains(
                        "order_timeout_passes_seconds_count{engine=\"default\",outcome=\"finished\",rule=\"flash\"} 1")
                .contains("order_timeout_health{engine=\"default\"} 0.0");
    }

    @Test
    @Order(2)
    @DisplayName("neither a scrape nor health nor what the endpoint reads of the engine asks the database anything")
    void noQuery() throws Exception {
        FaultyDataSource database = application.getBean(FaultyDataSource.class);
        database.clear();
        get("prometheus");
        get("health/orders");
        get("ordertimeout");
        get("ordertimeout/rules");
        get("ordertimeout/passes");
        assertThat(database.calls()).isEmpty();
    }

    @Test
    @Order(3)
    @DisplayName("health is down with a sentence in its group and in the whole, and in neither liveness nor readiness")
    void down() throws Exception {
        HttpResponse<String> group = get("health/orders");
        assertThat(group.statusCode()).isEqualTo(503);
        JsonNode indicator = new ObjectMapper().readTree(group.body()).at("/components/orderTimeout");
        assertThat(indicator.at("/status").asText()).isEqualTo("DOWN");
        assertThat(indicator.at("/details/problems/0").asText())
                .startsWith("Rule unpaid: nothing is closed, brake: 3 orders are overdue");
        assertThat(get("health").statusCode()).isEqualTo(503);
        for (String probe : List.of("liveness", "readiness")) {
            HttpResponse<String> answer = get("health/" + probe);
            assertThat(answer.statusCode()).as(probe).isEqualTo(200);
            assertThat(answer.body()).doesNotContain("orderTimeout");
        }
    }

    @Test
    @Order(4)
    @DisplayName(
            "the endpoint reads state, rules, passes, compensations and why an order is open; the rest is not found")
    void reads() throws Exception {
        JsonNode state = read("ordertimeout");
        assertThat(state.at("/state").asText()).isEqualTo("alive");
        assertThat(state.at("/healthy").asBoolean()).isFalse();
        assertThat(state.at("/problems/0/kind").asText()).isEqualTo("braked");
        assertThat(read("ordertimeout/rules").at("/unpaid/heldBy").asText()).startsWith("brake: 3 orders");
        assertThat(read("ordertimeout/rules/flash").at("/thread").asText()).isEqualTo("alive");
        JsonNode pass = read("ordertimeout/passes/unpaid").get(0);
        assertThat(pass.at("/outcome").asText()).isEqualTo("held");
        assertThat(pass.at("/remaining").asInt()).isEqualTo(3);
        assertThat(read("ordertimeout/compensations?after=0&limit=5").at("/rows"))
                .isEmpty();
        assertThat(read("ordertimeout/explain/1").findValuesAsText("verdict"))
                .containsExactlyInAnyOrder("not-matching", "braked");
        for (String missing : List.of("rules/none", "passes/none", "explain/4711", "secrets", "env/x")) {
            assertThat(get("ordertimeout/" + missing).statusCode()).as(missing).isEqualTo(404);
        }
    }

    @Test
    @Order(5)
    @DisplayName("where access is unrestricted, it pauses, resumes, cancels, runs, retries and discards")
    void writes() throws Exception {
        JdbcTemplate jdbc = application.getBean(JdbcTemplate.class);
        assertThat(write("ordertimeout/pause/flash", "{\"reason\":\"sale\"}")
                        .at("/paused")
                        .asBoolean())
                .isTrue();
        assertThat(write("ordertimeout/resume/flash", "{}").at("/resumed").asBoolean())
                .isTrue();
        assertThat(write("ordertimeout/cancel/1", "{\"reason\":\"by phone\"}")
                        .at("/result")
                        .asText())
                .isEqualTo("closed");
        assertThat(jdbc.queryForObject("SELECT actor FROM order_timeout_release", String.class))
                .isEqualTo("actuator");
        assertThat(write("ordertimeout/resume/unpaid", "{}").at("/resumed").asBoolean())
                .isTrue();
        assertThat(write("ordertimeout/run", "{}").at("/rules/unpaid/closed").asInt())
                .isEqualTo(2);
        assertThat(jdbc.queryForList("SELECT DISTINCT status FROM orders", Integer.class))
                .containsExactly(TestShop.CLOSED);
        assertThat(get("health/orders").statusCode()).isEqualTo(200);
        assertThat(write("ordertimeout/retry/17", "{}").at("/retried").asBoolean())
                .isFalse();
        assertThat(write("ordertimeout/discard/17", "{}").at("/discarded").asBoolean())
                .isFalse();
        assertThat(get("prometheus").body())
                .contains("order_timeout_closes_total{engine=\"default\",outcome=\"closed\",rule=\"unpaid\"} 3.0")
                .contains("order_timeout_lateness_seconds_count{engine=\"default\",rule=\"unpaid\"} 2")
                .contains("order_timeout_health{engine=\"default\"} 1.0");
    }

    @Test
    @Order(6)
    @DisplayName("what cannot be done is refused with a sentence")
    void refuses() throws Exception {
        for (String wrong : List.of("pause/none", "resume/none", "retry/x", "cancel/1", "explode/1", "explode")) {
            HttpResponse<String> answer = post(application, "ordertimeout/" + wrong, "{}");
            assertThat(answer.statusCode()).as(wrong + answer.body()).isEqualTo(400);
        }
    }

    @Test
    @Order(7)
    @DisplayName("without that access it reads only")
    void readsOnly() throws Exception {
        try (ConfigurableApplicationContext closed = start()) {
            assertThat(get(closed, "ordertimeout").statusCode()).isEqualTo(200);
            for (String write : List.of("run", "pause/unpaid", "cancel/1")) {
                assertThat(post(closed, "ordertimeout/" + write, "{\"reason\":\"x\"}")
                                .statusCode())
                        .as(write)
                        .isEqualTo(405);
            }
            assertThat(closed.getBean(JdbcTemplate.class)
                            .queryForList("SELECT DISTINCT status FROM orders", Integer.class))
                    .containsExactly(TestShop.OPEN);
        }
    }

    @Test
    @Order(8)
    @DisplayName("a pass of a rule with shards tells what became of each")
    void shards() throws Exception {
        try (ConfigurableApplicationContext sharded = start("order-timeout.scan.shards=2")) {
            JsonNode shards = new ObjectMapper()
                    .readTree(get(sharded, "ordertimeout/passes/flash").body())
                    .get(0)
                    .get("shards");
            assertThat(shards.findValuesAsText("shard")).containsExactly("0/2", "1/2");
            assertThat(shards.findValuesAsText("outcome")).containsExactly("finished", "finished");
        }
        assertThat(read("ordertimeout/passes/flash").get(0).has("shards")).isFalse();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {
        @Bean
        FaultyDataSource dataSource() {
            FaultyDataSource database = new FaultyDataSource(new DriverManagerDataSource(TestShop.url()));
            JdbcTemplate jdbc = new JdbcTemplate(database);
            for (int id = 1; id <= 3; id++) {
                jdbc.update("INSERT INTO orders (id, status) VALUES (?, 0)", id);
            }
            return database;
        }
    }
}
