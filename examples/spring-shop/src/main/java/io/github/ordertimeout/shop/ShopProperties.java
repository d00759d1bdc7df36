package io.github.ordertimeout.shop;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be set of the shop itself.
 *
 * @param payWithin how long an order may wait for its payment; the rule's timeout refers to it
 * @param warehouseUrl where the warehouse answers; blank: this very application plays it
 * @param warehouseFailsEvery each how many-th release the warehouse fails; 0: never
 * @param callbackDelay how long the fake provider takes to report a payment
 */
@ConfigurationProperties("shop")
public record ShopProperties(
        Duration payWithin,
        @DefaultValue("") String warehouseUrl,
        @DefaultValue("3") int warehouseFailsEvery,
        @DefaultValue("1s") Duration callbackDelay) {}
