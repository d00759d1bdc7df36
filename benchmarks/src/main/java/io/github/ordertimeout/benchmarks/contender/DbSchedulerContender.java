package io.github.ordertimeout.benchmarks.contender;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.github.ordertimeout.benchmarks.shop.Dialect;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** db-scheduler with its faster strategy, lock and fetch: one job per order, whose handler closes the order. */
public final class DbSchedulerContender implements Contender {
    private static final String TABLE = "bench_scheduled_tasks";
    private static final double LEAST_PER_THREAD = 4.0;
    private static final double MOST_PER_THREAD = 20.0;

    private final Shop shop;
    private final PerOrderClose close;
    private final OneTimeTask<Void> task;
    private final int threads;
    private volatile Countdown countdown = new Countdown(0);

    /** On so many threads. */
    public DbSchedulerContender(Shop shop, int threads) {
        this.shop = shop;
        this.threads = threads;
        this.close = new PerOrderClose(shop.database().pool());
        this.task = Tasks.oneTime("close-order")
                .execute((instance, context) -> countdown.done(close.close(Long.parseLong(instance.getId()))));
    }

    @Override
    public String name() {
        return "db-scheduler, " + threads + " threads";
    }

    @Override
    public void prepare() {
        String time = shop.database().dialect() == Dialect.MARIADB ? "timestamp(6)" : "timestamp(6) with time zone";
        String data = shop.database().dialect() == Dialect.POSTGRESQL ? "bytea" : "blob";
        shop.database()
                .execute(
                        "DROP TABLE IF EXISTS " + TABLE,
                        "CREATE TABLE " + TABLE
                                + " (task_name varchar(100) NOT NULL, task_instance varchar(100) NOT NULL,"
                                + " task_data " + data + ", execution_time " + time
                                + " NOT NULL, picked boolean NOT NULL,"
                                + " picked_by varchar(50), last_success " + time + " NULL, last_failure " + time
                                + " NULL,"
                                + " consecutive_failures int, last_heartbeat " + time
                                + " NULL, version bigint NOT NULL,"
                                + " priority smallint, PRIMARY KEY (task_name, task_instance))",
                        "CREATE INDEX bench_tasks_execution ON " + TABLE + " (execution_time)");
        List<Long> ids = Overdue.ids(shop);
        countdown = new Countdown(ids.size());
        Instant due = Instant.now().minusSeconds(60);
        Scheduler client = scheduler().build();
        Stream<SchedulableInstance<?>> jobs =
                ids.stream().map(id -> task.instanceBuilder(Long.toString(id)).scheduledTo(due));
        client.scheduleBatch(jobs.toList());
        shop.database()
                .attempt(
                        shop.database().dialect() == Dialect.POSTGRESQL
                                ? "VACUUM (ANALYZE) " + TABLE
                                : "ANALYZE TABLE " + TABLE);
    }

    private SchedulerBuilder scheduler() {
        SchedulerBuilder builder = Scheduler.create(shop.database().pool(), task)
                .tableName(TABLE)
                .threads(threads)
                .pollingInterval(Duration.ofSeconds(1));
        // On H2 it has only the other strategy.
        return shop.database().dialect() == Dialect.H2
                ? builder
                : builder.pollUsingLockAndFetch(LEAST_PER_THREAD, MOST_PER_THREAD);
    }

    @Override
    public long closeAll() {
        Scheduler scheduler = scheduler().build();
        scheduler.start();
        try {
            return countdown.await();
        } finally {
            scheduler.stop();
        }
    }
}
