package io.github.ordertimeout.shop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;

/**
 * Starts the shop once for all tests, on a random port. Orders have ten minutes, which no test waits for: {@link Buyer#letTimePass}
 * makes an order older. The engine looks at everything ten times a second, and takes up again soon what failed.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "shop.pay-within=10m",
            "shop.warehouse-fails-every=0",
            "shop.callback-delay=1ms",
            "order-timeout.scan.interval=100ms",
            "order-timeout.scan.full-interval=100ms",
            "order-timeout.scan.precision=10ms",
            "order-timeout.release.timeout=3s",
            // a loaded machine is slow at first
            "spring.http.client.read-timeout=30s",
            "order-timeout.compensation.interval=100ms",
            "logging.level.io.github.ordertimeout.pass=warn"
        })
@Import(Buyer.class)
@interface ShopTest {}
