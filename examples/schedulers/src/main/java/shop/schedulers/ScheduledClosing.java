package shop.schedulers;

import io.github.ordertimeout.OrderTimeoutEngine;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * For Spring's {@code @Scheduled}: on each node a pass over everything, which is sound on any number of nodes. It may stand behind
 * ShedLock's {@code @SchedulerLock} where one node at a time shall do.
 */
public class ScheduledClosing {
    private final OrderTimeoutEngine engine;

    /** By an engine that was not started. */
    public ScheduledClosing(OrderTimeoutEngine engine) {
        this.engine = engine;
    }

    /** Spring logs what it throws, and goes on. */
    @Scheduled(fixedDelayString = "${shop.close-overdue.every:10s}")
    public void closeOverdue() {
        Passes.sound(engine.runOnce());
    }
}
