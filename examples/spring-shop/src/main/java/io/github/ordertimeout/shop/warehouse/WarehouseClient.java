package io.github.ordertimeout.shop.warehouse;

import io.github.ordertimeout.shop.OwnAddress;
import io.github.ordertimeout.shop.ShopProperties;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/**
 * Calls the warehouse. Each call carries a key that is the same when it is made again; whatever is not answered with success throws
 * a {@link org.springframework.web.client.RestClientException}. Its time limits are those of {@code spring.http.client}.
 */
@Component
public class WarehouseClient {
    private final RestClient http;
    private final ShopProperties properties;
    private final OwnAddress ownAddress;

    WarehouseClient(RestClient.Builder http, ShopProperties properties, OwnAddress ownAddress) {
        this.http = http.build();
        this.properties = properties;
        this.ownAddress = ownAddress;
    }

    /** Has so many pieces put aside for an order. */
    public void hold(long order, String sku, int quantity) {
        post("/warehouse/holds", Hold.keyOf(order), new Hold(order, sku, quantity));
    }

    void release(long order, String key) {
        post("/warehouse/releases", key, new Release(order));
    }

    private void post(String path, String key, Object body) {
        String url = properties.warehouseUrl().isBlank() ? ownAddress.url() : properties.warehouseUrl();
        http.post()
                .uri(url + path)
                .header("Idempotency-Key", key)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .retrieve()
                .toBodilessEntity();
    }
}
