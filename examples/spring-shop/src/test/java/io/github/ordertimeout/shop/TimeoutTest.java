package io.github.ordertimeout.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ordertimeout.shop.Buyer.Pieces;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;

/** Orders that nobody pays. */
@ShopTest
class TimeoutTest {
    @Autowired
    Buyer buyer;

    @Test
    void stockComesBackOnceThoughTheWarehouseFailedTwice() {
        Pieces before = buyer.pieces("CUP");
        long order = buyer.order("acme", "CUP", 3);
        assertThat(buyer.pieces("CUP")).isEqualTo(before.afterBuying(3));
        buyer.post("/warehouse/trouble", Map.of("order", order, "kinds", List.of("LOSES_ANSWER", "REFUSES")));

        buyer.letItRunOut(order);

        buyer.awaitStatus(order, "closed");
        buyer.awaitStory(order, "warehouse-answer-lost");
        // An order that goes well between the two failures: two in a row would have the engine leave the warehouse
        // alone for a while.
        long other = buyer.order("acme", "CUP", 1);
        buyer.letItRunOut(other);
        buyer.awaitStory(other, "released");
        buyer.awaitStory(order, "released");
        assertThat(buyer.story(order))
                .containsSubsequence("closed", "warehouse-answer-lost", "warehouse-refused", "released");
        assertThat(buyer.pieces("CUP")).isEqualTo(before);
    }

    @Test
    void theCacheHearsOfTheClose() {
        long order = buyer.order("acme", "TEA", 1);
        String createdAt = buyer.shown(order).path("createdAt").asText();

        buyer.letTimePass(order, Duration.ofSeconds(1));
        assertThat(buyer.shown(order).path("createdAt").asText())
                .as("what is shown comes from the cache, which does not see SQL")
                .isEqualTo(createdAt);

        buyer.letItRunOut(order);
        buyer.awaitStatus(order, "closed");
    }

    @Test
    void someMerchantsHaveAGrace() {
        long order = buyer.order("vip", "TEA", 1);

        buyer.letItRunOut(order);
        await().untilAsserted(() ->
                assertThat(buyer.explain(order).path("verdict").asText()).isEqualTo("deferred"));
        assertThat(buyer.explain(order).path("reasons").toString()).contains("merchant-grace");
        assertThat(buyer.statusOf(order)).isEqualTo("unpaid");

        buyer.letTimePass(order, Duration.ofSeconds(20));
        buyer.awaitStatus(order, "closed");
    }

    @Test
    void aBuyerMayCancel() {
        Pieces before = buyer.pieces("CUP");
        long order = buyer.order("acme", "CUP", 2);

        assertThat(buyer.post("/orders/" + order + "/cancel", Map.of()).asText())
                .isEqualTo("CLOSED");

        buyer.awaitStory(order, "released");
        assertThat(buyer.pieces("CUP")).isEqualTo(before);
        assertThat(buyer.explain(order).toString()).contains("cancelled by the buyer");
    }

    @Test
    void nobodyBuysMoreThanThereIs() {
        Pieces before = buyer.pieces("CUP");

        HttpStatus answer = HttpStatus.valueOf(
                buyer.tryToPost("/orders", Map.of("merchant", "acme", "sku", "CUP", "quantity", 1_000_000))
                        .getStatusCode()
                        .value());

        assertThat(answer).isEqualTo(HttpStatus.CONFLICT);
        assertThat(buyer.pieces("CUP")).isEqualTo(before);
    }

    @Test
    void monitoringHasItsEndpoints() {
        assertThat(buyer.get("/actuator/health").path("status").asText()).isEqualTo("UP");
        assertThat(buyer.text("/actuator/prometheus")).contains("hikaricp_connections");
    }

    @Test
    void thePageIsThere() {
        assertThat(buyer.text("/")).contains("shop.js", "words.js", "shop.css");
        assertThat(buyer.text("/words.js")).contains("待付款", "unpaid");
    }
}
