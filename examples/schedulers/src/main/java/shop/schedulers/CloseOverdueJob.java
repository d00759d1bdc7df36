package shop.schedulers;

import io.github.ordertimeout.OrderTimeoutEngine;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.SchedulerException;

/**
 * For Quartz, in memory or with its clustered JDBC job store: one job per shard, with the shard in the job's own data ({@code
 * shardIndex}, {@code shardTotal}; none: everything). The engine is in the scheduler's context, since jobs themselves are kept in
 * tables.
 */
@DisallowConcurrentExecution
public final class CloseOverdueJob implements Job {
    /** The engine's name in the scheduler's context. */
    public static final String ENGINE = "orderTimeoutEngine";

    @Override
    public void execute(JobExecutionContext context) throws JobExecutionException {
        try {
            OrderTimeoutEngine engine =
                    (OrderTimeoutEngine) context.getScheduler().getContext().get(ENGINE);
            var shard = context.getMergedJobDataMap();
            int total = shard.containsKey("shardTotal") ? shard.getIntValue("shardTotal") : 1;
            context.setResult(Passes.sound(engine.runOnce(total == 1 ? 0 : shard.getIntValue("shardIndex"), total)));
        } catch (SchedulerException | IllegalStateException e) {
            throw new JobExecutionException(e);
        }
    }
}
