package io.github.ordertimeout.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Orders that are paid: in time, too late, twice, or without the shop being told. */
@ShopTest
class PaymentTest {
    @Autowired
    Buyer buyer;

    @Test
    void paidInTimeStaysPaid() {
        long order = buyer.order("acme", "TEA", 2);
        String payment = buyer.beginPayment(order);
        buyer.post("/provider/payments/" + payment + "/pay", Map.of());
        buyer.awaitStatus(order, "paid");

        // One that is made later and runs out at the same time shows that the engine has been there.
        long unpaid = buyer.order("acme", "TEA", 1);
        buyer.letItRunOut(order);
        buyer.letItRunOut(unpaid);
        buyer.awaitStatus(unpaid, "closed");

        assertThat(buyer.inTheTable(order)).isEqualTo("paid");
        assertThat(buyer.shown(order).path("shipped").asBoolean()).isTrue();
        assertThat(buyer.callBack(payment)).isEqualTo("REPEATED");
    }

    @Test
    void moneyForAClosedOrderIsRefundedOnce() {
        long order = buyer.order("acme", "TEA", 2);
        buyer.letItRunOut(order);
        buyer.awaitStatus(order, "closed");

        String late = buyer.transfer(order, "25.00");
        await().atMost(Duration.ofSeconds(90))
                .untilAsserted(() ->
                        assertThat(buyer.payment(late).path("state").asText()).isEqualTo("REFUNDED"));

        assertThat(buyer.callBack(late)).isEqualTo("REPEATED");
        assertThat(buyer.callBack(late)).isEqualTo("REPEATED");
        assertThat(buyer.payment(late).path("refunds").asInt()).isEqualTo(1);
        assertThat(buyer.story(order)).containsOnlyOnce("callback-refund_owed", "refunded");
        assertThat(buyer.inTheTable(order)).isEqualTo("closed");
        assertThat(buyer.shown(order).path("shipped").asBoolean()).isFalse();
    }

    @Test
    void aPendingPaymentIsCancelledBeforeTheClose() {
        long order = buyer.order("acme", "TEA", 1);
        String payment = buyer.beginPayment(order);

        buyer.letItRunOut(order);
        buyer.awaitStatus(order, "closed");

        assertThat(buyer.story(order)).containsSubsequence("provider-cancelled", "closed");
        ResponseEntity<JsonNode> tooLate = buyer.tryToPost("/provider/payments/" + payment + "/pay", Map.of());
        assertThat(tooLate.getStatusCode()).isEqualTo(HttpStatus.CONFLICT);
        assertThat(buyer.payment(payment).path("state").asText()).isEqualTo("CANCELLED");
        assertThat(buyer.tryToPost("/orders/" + order + "/payments", Map.of()).getStatusCode())
                .as("nor can another payment begin")
                .isEqualTo(HttpStatus.CONFLICT);
    }

    @Test
    void aPaymentWhoseCallbackIsLateIsFoundBeforeTheClose() {
        long order = buyer.order("acme", "TEA", 1);
        String payment = buyer.beginPayment(order);
        buyer.post("/provider/payments/" + payment + "/pay?callback=false", Map.of());

        buyer.letItRunOut(order);
        buyer.awaitStatus(order, "paid");

        assertThat(buyer.shown(order).path("shipped").asBoolean()).isTrue();
        buyer.awaitStory(order, "payment-found");
        assertThat(buyer.callBack(payment)).isEqualTo("REPEATED");
        assertThat(buyer.story(order)).doesNotContain("closed");
    }

    @Test
    void aPaymentThatCannotBeFollowedUpIsNotTaken() {
        long order = buyer.order("acme", "TEA", 1);
        buyer.pretendItWasShipped(order);
        String payment = buyer.beginPayment(order);

        Map<String, Object> callback = Map.of("order", order, "reference", payment, "amount", "12.50");
        assertThat(buyer.tryToPost("/payment/callback", callback).getStatusCode())
                .as("so that the provider calls again")
                .isEqualTo(HttpStatus.INTERNAL_SERVER_ERROR);
        assertThat(buyer.inTheTable(order)).isEqualTo("unpaid");

        buyer.takeShipmentBack(order);
        buyer.post("/provider/payments/" + payment + "/pay?callback=false", Map.of());
        assertThat(buyer.callBack(payment)).isEqualTo("PAID");
    }
}
