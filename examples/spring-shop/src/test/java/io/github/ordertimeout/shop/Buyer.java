package io.github.ordertimeout.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Everything that somebody outside does, by HTTP; and the one thing that nobody can do, letting time pass. */
final class Buyer {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final TestRestTemplate http;
    private final JdbcClient jdbc;

    Buyer(TestRestTemplate http, JdbcClient jdbc) {
        this.http = http;
        this.jdbc = jdbc;
    }

    /** Makes the order this much older; its deadline moves with it. */
    void letTimePass(long order, Duration time) {
        jdbc.sql("UPDATE orders SET created_at = DATEADD(SECOND, ?, created_at) WHERE id = ?")
                .params(-time.toSeconds(), order)
                .update();
    }

    void letItRunOut(long order) {
        letTimePass(order, Duration.ofMinutes(10));
    }

    /** Past every cache. */
    String inTheTable(long order) {
        return jdbc.sql("SELECT status FROM orders WHERE id = ?")
                .param(order)
                .query(String.class)
                .single();
    }

    /** What follows a payment cannot be done then. */
    void pretendItWasShipped(long order) {
        jdbc.sql("INSERT INTO shipment (order_id) VALUES (?)").param(order).update();
    }

    void takeShipmentBack(long order) {
        jdbc.sql("DELETE FROM shipment WHERE order_id = ?").param(order).update();
    }

    long order(String merchant, String sku, int quantity) {
        return post("/orders", Map.of("merchant", merchant, "sku", sku, "quantity", quantity))
                .path("id")
                .asLong();
    }

    String beginPayment(long order) {
        return post("/orders/" + order + "/payments", Map.of())
                .path("reference")
                .asText();
    }

    /** As the shop shows it, from its cache. */
    JsonNode shown(long order) {
        return get("/orders/" + order);
    }

    String statusOf(long order) {
        return shown(order).path("status").asText();
    }

    void awaitStatus(long order, String status) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(statusOf(order)).isEqualTo(status));
    }

    JsonNode payment(String reference) {
        return get("/provider/payments/" + reference);
    }

    /** Money that comes without being asked for; its reference. */
    String transfer(long order, String amount) {
        return post("/provider/transfers", Map.of("order", String.valueOf(order), "amount", amount))
                .path("reference")
                .asText();
    }

    String callBack(String reference) {
        return post("/provider/payments/" + reference + "/callback", Map.of())
                .path("result")
                .asText();
    }

    JsonNode explain(long order) {
        return get("/orders/" + order + "/explain").path(0);
    }

    /** What the page tells of the order, oldest first. */
    List<String> story(long order) {
        return StreamSupport.stream(get("/board").path("feed").spliterator(), false)
                .filter(line -> line.path("order").asText().equals(String.valueOf(order)))
                .sorted(Comparator.comparingLong(line -> line.path("number").asLong()))
                .map(line -> line.path("what").asText())
                .toList();
    }

    void awaitStory(long order, String what) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(story(order)).contains(what));
    }

    /** How many pieces are free and held: in the shop, in the warehouse. */
    Pieces pieces(String sku) {
        JsonNode board = get("/board");
        JsonNode stock = article(board.path("stock"), sku);
        JsonNode shelf = article(board.path("shelves"), sku);
        return new Pieces(
                stock.path("available").asInt(),
                stock.path("reserved").asInt(),
                shelf.path("free").asInt(),
                shelf.path("held").asInt());
    }

    record Pieces(int available, int reserved, int free, int held) {
        Pieces afterBuying(int quantity) {
            return new Pieces(available - quantity, reserved + quantity, free - quantity, held + quantity);
        }
    }

    private static JsonNode article(JsonNode list, String sku) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(line -> line.path("sku").asText().equals(sku))
                .findFirst()
                .orElseThrow();
    }

    String text(String path) {
        ResponseEntity<String> answer = http.getForEntity(path, String.class);
        assertThat(answer.getStatusCode().is2xxSuccessful()).as("%s", answer).isTrue();
        return String.valueOf(answer.getBody());
    }

    JsonNode get(String path) {
        return answered(http.getForEntity(path, JsonNode.class));
    }

    JsonNode post(String path, Object body) {
        return answered(http.postForEntity(path, body, JsonNode.class));
    }

    ResponseEntity<JsonNode> tryToPost(String path, Object body) {
        return http.postForEntity(path, body, JsonNode.class);
    }

    private static JsonNode answered(ResponseEntity<JsonNode> answer) {
        assertThat(answer.getStatusCode().is2xxSuccessful()).as("%s", answer).isTrue();
        JsonNode body = answer.getBody();
        return body == null ? JsonNodeFactory.instance.missingNode() : body;
    }
}
