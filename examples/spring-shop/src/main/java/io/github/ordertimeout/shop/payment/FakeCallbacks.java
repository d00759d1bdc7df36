package io.github.ordertimeout.shop.payment;

import io.github.ordertimeout.shop.OwnAddress;
import io.github.ordertimeout.shop.ShopProperties;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** The fake provider's notifications: each after a while, and again until the shop answers SUCCESS. */
@Component
class FakeCallbacks implements DisposableBean {
    private static final Logger log = LoggerFactory.getLogger(FakeCallbacks.class);
    private static final int MOST_CALLS = 10;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final RestClient http;
    private final OwnAddress shop;
    private final long delayMillis;

    FakeCallbacks(RestClient.Builder http, OwnAddress shop, ShopProperties properties) {
        this.http = http.build();
        this.shop = shop;
        this.delayMillis = properties.callbackDelay().toMillis();
    }

    /** Tells the shop later. */
    void send(FakePayment payment) {
        later(payment, MOST_CALLS);
    }

    private void later(FakePayment payment, int calls) {
        var unused = thread.schedule(() -> callOrRepeat(payment, calls), delayMillis, TimeUnit.MILLISECONDS);
    }

    private void callOrRepeat(FakePayment payment, int calls) {
        try {
            call(payment);
        } catch (RestClientException e) {
            log.warn("The shop did not take the callback of {}: {}", payment.reference(), e.getMessage());
            if (calls > 1) {
                later(payment, calls - 1);
            }
        }
    }

    /** Tells the shop now; what it answers. */
    Map<?, ?> call(FakePayment payment) {
        Map<?, ?> answer = http.post()
                .uri(shop.url() + "/payment/callback")
                .contentType(MediaType.APPLICATION_JSON)
                .body(new Notification(payment.order(), payment.reference(), payment.amount()))
                .retrieve()
                .body(Map.class);
        if (answer == null || !"SUCCESS".equals(answer.get("answer"))) {
            throw new RestClientException("It answered " + answer);
        }
        return answer;
    }

    @Override
    public void destroy() {
        thread.shutdownNow();
    }
}
