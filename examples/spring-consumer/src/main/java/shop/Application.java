package shop;

import io.github.ordertimeout.event.EngineEvent;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;

/** A shop that closes its overdue orders: waits for the first close, says what became of the orders, and ends. */
@SpringBootApplication
public class Application {
    private final CountDownLatch closed = new CountDownLatch(1);

    @EventListener
    void on(EngineEvent.OrderClosed event) {
        closed.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        try (ConfigurableApplicationContext context = SpringApplication.run(Application.class, args)) {
            if (!context.getBean(Application.class).closed.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("No order was closed");
            }
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            List<Integer> statuses = jdbc.queryForList("SELECT status FROM orders ORDER BY id", Integer.class);
            boolean couponUsed = jdbc.queryForObject("SELECT used FROM coupons", Boolean.class);
            if (!statuses.equals(List.of(4, 0, 1)) || couponUsed) {
                throw new IllegalStateException("Statuses " + statuses + ", coupon used: " + couponUsed);
            }
            System.out.println("Order 1 was closed and its coupon given back; orders 2 and 3 were left alone.");
        }
    }
}
