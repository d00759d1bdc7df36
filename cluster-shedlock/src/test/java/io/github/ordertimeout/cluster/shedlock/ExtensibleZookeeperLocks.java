package io.github.ordertimeout.cluster.shedlock;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.zookeeper.curator.ZookeeperCuratorLockProvider;
import net.javacrumbs.shedlock.support.Utils;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * An example to copy from: ShedLock's ZooKeeper provider, whose locks cannot be extended, with locks that can. The provider keeps
 * the moment a lock ends at as the text of a node; extending replaces it where it is still the one this lock has written.
 */
final class ExtensibleZookeeperLocks implements LockProvider {
    private static final String PATH = "/shedlock";

    private final CuratorFramework client;
    private final LockProvider provider;

    ExtensibleZookeeperLocks(CuratorFramework client) {
        this.client = client;
        this.provider = new ZookeeperCuratorLockProvider(client, PATH);
    }

    @Override
    public Optional<SimpleLock> lock(LockConfiguration wanted) {
        return provider.lock(wanted).map(lock -> new Extensible(wanted));
    }

    private final class Extensible extends AbstractSimpleLock {
        Extensible(LockConfiguration held) {
            super(held);
        }

        /** Not the provider's own, which would end the lock of whoever has it by now. */
        @Override
        protected void doUnlock() {
            replace(lockConfiguration.getUnlockTime());
        }

        @Override
        protected Optional<SimpleLock> doExtend(LockConfiguration longer) {
            boolean mine = ClockProvider.now().isBefore(lockConfiguration.getLockAtMostUntil())
                    && replace(longer.getLockAtMostUntil());
            return mine ? Optional.of(new Extensible(longer)) : Optional.empty();
        }

        private boolean replace(Instant until) {
            String node = PATH + "/" + lockConfiguration.getName();
            try {
                Stat version = new Stat();
                byte[] now = client.getData().storingStatIn(version).forPath(node);
                if (!Arrays.equals(now, text(lockConfiguration.getLockAtMostUntil()))) {
                    return false;
                }
                client.setData().withVersion(version.getVersion()).forPath(node, text(until));
                return true;
            } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
                return false;
            } catch (Exception e) {
                throw new IllegalStateException("ZooKeeper does not answer for lock " + node, e);
            }
        }

        private byte[] text(Instant until) {
            return Utils.toIsoString(until).getBytes(StandardCharsets.UTF_8);
        }
    }
}
