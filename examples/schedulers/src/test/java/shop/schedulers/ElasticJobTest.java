package shop.schedulers;

import org.apache.curator.test.TestingServer;
import org.apache.shardingsphere.elasticjob.api.JobConfiguration;
import org.apache.shardingsphere.elasticjob.lite.api.bootstrap.impl.ScheduleJobBootstrap;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperConfiguration;
import org.apache.shardingsphere.elasticjob.reg.zookeeper.ZookeeperRegistryCenter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** ElasticJob with its registry in a ZooKeeper inside the test's process. */
class ElasticJobTest {
    @Test
    @DisplayName("ElasticJob: each sharding item is a shard, each order closed once")
    void sharded() throws Exception {
        try (TestShop shop = new TestShop();
                TestingServer zooKeeper = new TestingServer()) {
            ZookeeperRegistryCenter registry =
                    new ZookeeperRegistryCenter(new ZookeeperConfiguration(zooKeeper.getConnectString(), "shop"));
            registry.init();
            ScheduleJobBootstrap job = new ScheduleJobBootstrap(
                    registry,
                    new ElasticClosing(shop.node()),
                    JobConfiguration.newBuilder("closeOverdueOrders", 4)
                            .cron("0/1 * * * * ?")
                            .jobErrorHandlerType("LOG")
                            .build());
            try {
                job.schedule();
                shop.awaitAllClosedOnce();
                shop.moreOrders();
                shop.awaitAllClosedOnce();
            } finally {
                job.shutdown();
                registry.close();
            }
        }
    }
}
