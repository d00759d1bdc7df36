package io.github.ordertimeout.cluster.shedlock;

import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.jspecify.annotations.Nullable;

/** Describes {@link ShedLockShardLeases}. Everything but the provider's own access must be the same on all nodes. */
public final class ShedLockShardLeasesBuilder {
    private static final int LONGEST_NAMESPACE = 30;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    private @Nullable LockProvider provider;
    private String namespace = "order-timeout";
    private Duration lease = Duration.ofSeconds(6);
    private int mostNodes = 64;
    private TimeSource time = TimeSource.system();
    private boolean ownThread = true;

    ShedLockShardLeasesBuilder() {}

    /** Where the locks are kept. With its JDBC provider use {@code usingDbTime()}: then no node's clock matters. */
    public ShedLockShardLeasesBuilder lockProvider(LockProvider value) {
        provider = value;
        return this;
    }

    /** What the locks' names begin with; another one for each application on the same provider. By default {@code order-timeout}. */
    public ShedLockShardLeasesBuilder namespace(String value) {
        namespace = value;
        return this;
    }

    /**
     * For how long a lock is held without being renewed, so that the shards of a node that has died are another one's after one
     * and a half of it. By default 6 s: within {@code scan.interval}.
     */
    public ShedLockShardLeasesBuilder lease(Duration value) {
        lease = value;
        return this;
    }

    /** How many nodes there may be; further ones stand by. By default 64. */
    public ShedLockShardLeasesBuilder mostNodes(int value) {
        mostNodes = value;
        return this;
    }

    /** The process's clocks, and no thread: tests call {@link ShedLockShardLeases#renew} themselves. */
    ShedLockShardLeasesBuilder byHand(TimeSource value) {
        time = value;
        ownThread = false;
        return this;
    }

    /**
     * Leases that nothing has asked for yet.
     *
     * @throws IllegalArgumentException if a value cannot be
     */
    public ShedLockShardLeases build() {
        if (provider == null) {
            throw new IllegalArgumentException(
                    "lockProvider is missing: name the ShedLock provider that keeps the locks");
        }
        if (namespace.isBlank() || namespace.length() > LONGEST_NAMESPACE) {
            throw new IllegalArgumentException("namespace is '" + namespace + "', but it must have 1 to "
                    + LONGEST_NAMESPACE + " characters: lock names are at most 64 long");
        }
        if (lease.compareTo(SHORTEST_LEASE) < 0) {
            throw new IllegalArgumentException("lease is " + lease.toMillis() + " ms, but it must be at least "
                    + SHORTEST_LEASE.toMillis() + " ms");
        }
        if (mostNodes < 1) {
            throw new IllegalArgumentException("mostNodes is " + mostNodes + ", but it must be at least 1");
        }
        return new ShedLockShardLeases(provider, namespace, lease, mostNodes, time, ownThread);
    }
}
