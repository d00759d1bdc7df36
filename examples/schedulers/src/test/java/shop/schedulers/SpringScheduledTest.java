package shop.schedulers;

import io.github.ordertimeout.OrderTimeoutEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Two applications that know nothing of each other. */
class SpringScheduledTest {
    @Configuration
    @EnableScheduling
    static class Scheduling {}

    @Test
    @DisplayName("Spring's @Scheduled on two nodes at once: each order closed once")
    void scheduled() {
        try (TestShop shop = new TestShop()) {
            List<AnnotationConfigApplicationContext> nodes = new ArrayList<>();
            try {
                nodes.add(start(shop));
                nodes.add(start(shop));
                shop.awaitAllClosedOnce();
                nodes.get(0).close();
                shop.moreOrders();
                shop.awaitAllClosedOnce();
            } finally {
                nodes.forEach(AnnotationConfigApplicationContext::close);
            }
        }
    }

    private static AnnotationConfigApplicationContext start(TestShop shop) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("shop.close-overdue.every", "100ms")));
        context.registerBean(OrderTimeoutEngine.class, shop::node);
        context.register(Scheduling.class, ScheduledClosing.class);
        context.refresh();
        return context;
    }
}
