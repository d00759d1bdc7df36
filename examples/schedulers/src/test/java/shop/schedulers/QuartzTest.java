package shop.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.impl.SchedulerRepository;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.listeners.JobListenerSupport;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/** Two nodes whose Quartz keeps its jobs in the same tables. */
class QuartzTest {
    private static final int SHARDS = 4;

    private final Set<String> ran = ConcurrentHashMap.newKeySet();
    private final List<String> failures = new ArrayList<>();

    @Test
    @DisplayName(
            "Quartz, clustered JDBC job store: one job per shard, each order closed once; the node that is left does it all")
    void clustered() throws SchedulerException, IOException {
        try (TestShop shop = new TestShop()) {
            tables(shop);
            connections(shop);
            Scheduler first = node(shop, "node-1");
            Scheduler second = node(shop, "node-2");
            try {
                for (int shard = 0; shard < SHARDS; shard++) {
                    first.scheduleJob(
                            job(shard),
                            TriggerBuilder.newTrigger()
                                    .withSchedule(SimpleScheduleBuilder.simpleSchedule()
                                            .withIntervalInMilliseconds(200)
                                            .repeatForever()
                                            .withMisfireHandlingInstructionNextWithRemainingCount())
                                    .build());
                }
                first.start();
                second.start();
                shop.awaitAllClosedOnce();

                first.shutdown(true);
                ran.clear();
                shop.moreOrders();
                shop.awaitAllClosedOnce();
                Awaitility.await().until(() -> ran.size() == SHARDS);
                assertThat(ran).allSatisfy(run -> assertThat(run).startsWith("node-2 "));
                assertThat(failures).isEmpty();
            } finally {
                if (!first.isShutdown()) {
                    first.shutdown(true);
                }
                second.shutdown(true);
            }
        }
    }

    private static JobDetail job(int shard) {
        return JobBuilder.newJob(CloseOverdueJob.class)
                .withIdentity("close-overdue-" + shard)
                .usingJobData("shardIndex", shard)
                .usingJobData("shardTotal", SHARDS)
                .build();
    }

    private Scheduler node(TestShop shop, String name) throws SchedulerException {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "shop");
        settings.setProperty("org.quartz.scheduler.instanceId", name);
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        settings.setProperty("org.quartz.threadPool.threadCount", "2");
        settings.setProperty("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
        settings.setProperty("org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.StdJDBCDelegate");
        settings.setProperty("org.quartz.jobStore.dataSource", "shop");
        settings.setProperty("org.quartz.jobStore.isClustered", "true");
        settings.setProperty("org.quartz.jobStore.clusterCheckinInterval", "500");
        Scheduler scheduler = new StdSchedulerFactory(settings).getScheduler();
        // Both nodes are in one process here, where Quartz would hand out the first one again.
        SchedulerRepository.getInstance().remove("shop");
        scheduler.getContext().put(CloseOverdueJob.ENGINE, shop.node());
        scheduler.getListenerManager().addJobListener(new JobListenerSupport() {
            @Override
            public String getName() {
                return name;
            }

            @Override
            public void jobWasExecuted(JobExecutionContext context, JobExecutionException failure) {
                ran.add(name + " " + context.getJobDetail().getKey().getName());
                if (failure != null) {
                    failures.add(failure.toString());
                }
            }
        });
        return scheduler;
    }

    private static void connections(TestShop shop) {
        DBConnectionManager.getInstance().addConnectionProvider("shop", new ConnectionProvider() {
            @Override
            public Connection getConnection() throws SQLException {
                return shop.dataSource().getConnection();
            }

            @Override
            public void shutdown() {}

            @Override
            public void initialize() {}
        });
    }

    private static void tables(TestShop shop) throws IOException {
        try (InputStream script = Scheduler.class.getResourceAsStream("/org/quartz/impl/jdbcjobstore/tables_h2.sql")) {
            String sql = new String(script.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            for (String statement : sql.split(";")) {
                if (!statement.isBlank() && !statement.strip().equalsIgnoreCase("commit")) {
                    shop.execute(statement);
                }
            }
        }
    }
}
