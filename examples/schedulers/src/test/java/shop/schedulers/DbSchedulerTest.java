package shop.schedulers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two nodes that share db-scheduler's table. */
class DbSchedulerTest {
    @Test
    @DisplayName(
            "db-scheduler: one recurring task per shard, each order closed once; the node that is left does it all")
    void sharded() {
        try (TestShop shop = new TestShop()) {
            shop.execute("""
                    create table scheduled_tasks (task_name varchar(250), task_instance varchar(250), task_data blob,
                      execution_time timestamp with time zone, picked boolean, picked_by varchar(50),
                      last_success timestamp with time zone, last_failure timestamp with time zone,
                      consecutive_failures int, last_heartbeat timestamp with time zone, version bigint, priority int,
                      primary key (task_name, task_instance))""");
            List<Scheduler> nodes =
                    Stream.of("node-1", "node-2").map(name -> node(shop, name)).toList();
            nodes.forEach(Scheduler::start);
            try {
                shop.awaitAllClosedOnce();
                nodes.get(0).stop();
                shop.moreOrders();
                shop.awaitAllClosedOnce();
            } finally {
                nodes.subList(1, 2).forEach(Scheduler::stop);
            }
        }
    }

    private static Scheduler node(TestShop shop, String name) {
        return Scheduler.create(shop.dataSource())
                .startTasks(CloseOverdueTasks.of(shop.node(), 4, FixedDelay.ofMillis(200)))
                .threads(2)
                .schedulerName(() -> name)
                .pollingInterval(Duration.ofMillis(100))
                .shutdownMaxWait(Duration.ofSeconds(10))
                .build();
    }
}
