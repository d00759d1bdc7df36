package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Dialect;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.configuration.JobRunrConfiguration;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.BackgroundJobRequest;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;

/** JobRunr's open edition: one scheduled job per order, whose handler closes the order. */
public final class JobRunrContender implements Contender {
    private static final String PREFIX = "bench_jr_";
    private static final Duration SHORTEST_POLL = Duration.ofSeconds(5);

    private final Shop shop;
    private final Handler handler;
    private final int threads;

    /** On so many threads. */
    public JobRunrContender(Shop shop, int threads) {
        this.shop = shop;
        this.threads = threads;
        this.handler = new Handler(new PerOrderClose(shop.database().pool()));
    }

    @Override
    public String name() {
        return "JobRunr, " + threads + " threads";
    }

    @Override
    public void prepare() {
        dropTables();
        configured().initialize();
        List<Long> ids = Overdue.ids(shop);
        handler.countdown = new Countdown(ids.size());
        Instant due = Instant.now().minusSeconds(60);
        ids.parallelStream().forEach(id -> BackgroundJobRequest.schedule(due, new CloseOrder(id)));
    }

    private void dropTables() {
        Dialect dialect = shop.database().dialect();
        String here = dialect == Dialect.MARIADB ? "database()" : "current_schema";
        // Its view before the tables that it reads.
        for (List<String> table : shop.database()
                .rows("SELECT table_name, table_type FROM information_schema.tables WHERE lower(table_name) LIKE '"
                        + PREFIX + "%' AND table_schema = " + here + " ORDER BY table_type DESC")) {
            shop.database().execute("DROP " + (table.get(1).equals("VIEW") ? "VIEW " : "TABLE ") + table.get(0));
        }
    }

    private JobRunrConfiguration configured() {
        return JobRunr.configure()
                .useStorageProvider(
                        SqlStorageProviderFactory.using(shop.database().pool(), PREFIX))
                .useJobActivator(new Activator(handler));
    }

    @Override
    public long closeAll() {
        configured()
                .useBackgroundJobServer(BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(threads)
                        .andPollInterval(SHORTEST_POLL))
                .initialize();
        try {
            return handler.countdown.await();
        } finally {
            JobRunr.destroy();
        }
    }

    /** The job. */
    public record CloseOrder(long id) implements JobRequest {
        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** What runs it. */
    public static final class Handler implements JobRequestHandler<CloseOrder> {
        private final PerOrderClose close;
        private volatile Countdown countdown = new Countdown(0);

        Handler(PerOrderClose close) {
            this.close = close;
        }

        @Override
        public void run(CloseOrder order) {
            countdown.done(close.close(order.id()));
        }
    }

    private record Activator(Handler handler) implements JobActivator {
        @Override
        public <T> T activateJob(Class<T> type) {
            return type.cast(handler);
        }
    }
}
