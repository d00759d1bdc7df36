package io.github.ordertimeout.cluster.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** By ShedLock's ZooKeeper provider, on a ZooKeeper inside the test's process. */
class ZookeeperShardLeasesTest extends ServerTimed {
    private static TestingServer server;
    private static CuratorFramework client;

    @BeforeAll
    static void connect() throws Exception {
        server = new TestingServer();
        client = CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100));
        client.start();
    }

    @AfterAll
    static void disconnect() throws Exception {
        client.close();
        server.close();
    }

    @Test
    @DisplayName("a lock that somebody else has taken meanwhile is neither extended nor ended")
    void othersLock() {
        ExtensibleZookeeperLocks locks = new ExtensibleZookeeperLocks(client);
        String name = namespace + ":others";
        SimpleLock slow = locks.lock(configuration(name, Duration.ofMillis(1))).orElseThrow();
        List<SimpleLock> taken = new ArrayList<>();
        await().until(() -> {
            locks.lock(configuration(name, Duration.ofMinutes(1))).ifPresent(taken::add);
            return !taken.isEmpty();
        });
        assertThat(slow.extend(LEASE, Duration.ZERO)).isEmpty();
        SimpleLock extended =
                taken.get(0).extend(Duration.ofMinutes(2), Duration.ZERO).orElseThrow();
        assertThat(locks.lock(configuration(name, LEASE))).isEmpty();
        extended.unlock();
        assertThat(locks.lock(configuration(name, LEASE))).isPresent();
    }

    private static LockConfiguration configuration(String name, Duration lease) {
        return new LockConfiguration(ClockProvider.now(), name, lease, Duration.ZERO);
    }

    @Override
    LockProvider provider() {
        return new ExtensibleZookeeperLocks(client);
    }
}
