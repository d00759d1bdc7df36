package shop.schedulers;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.Schedule;
import io.github.ordertimeout.OrderTimeoutEngine;
import java.util.List;
import java.util.stream.IntStream;

/** For db-scheduler: one recurring task per shard, each of which one node of the fleet runs at a time. */
public final class CloseOverdueTasks {
    private CloseOverdueTasks() {}

    /** To be given to {@code Scheduler.create(…).startTasks(…)} on every node. */
    public static List<RecurringTask<Void>> of(OrderTimeoutEngine engine, int shards, Schedule schedule) {
        return IntStream.range(0, shards)
                .mapToObj(shard -> Tasks.recurring("close-overdue-orders-" + shard + "-of-" + shards, schedule)
                        .execute((instance, context) -> Passes.sound(engine.runOnce(shard, shards))))
                .toList();
    }
}
