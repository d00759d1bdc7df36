package io.github.ordertimeout.cluster.shedlock;

import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares the shards of each rule evenly among the nodes, by the locks of a ShedLock provider: each of n nodes holds between the
 * floor and the ceiling of shards / n, within two leases after nodes have come, gone or died.
 *
 * <pre>{@code
 * ShedLockShardLeases leases = ShedLockShardLeases.builder().lockProvider(lockProvider).build();
 * OrderTimeoutEngine engine = OrderTimeoutEngine.builder().settings(settings).store(store).shardLeases(leases).build();
 * }</pre>
 *
 * <p>A thread of its own renews the leases, four times in each; it starts with the first question. A node that was paused for
 * longer than a lease holds nothing when it wakes up, by its own monotonic clock, and takes its share again. While the provider
 * cannot be reached, the node keeps what it holds until its leases have ended; after that {@link #held} throws, and the engine
 * works all shards: safe, and the reason why a provider's outage stops no close.
 *
 * <p>The provider must be able to extend locks, as those for JDBC and Redis are. Thread-safe.
 */
public final class ShedLockShardLeases implements ShardLeases, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ShedLockShardLeases.class);
    /** So often each lease is renewed before it would end. */
    private static final int RENEWALS = 4;

    private record RuleAndTotal(String rule, int total) {}

    private final Locks locks;
    private final Duration lease;
    private final TimeSource time;
    private final boolean ownThread;
    private final Membership membership;
    private final Map<RuleAndTotal, RuleShards> rules = new ConcurrentHashMap<>();
    private @Nullable ScheduledExecutorService thread;
    private boolean closed;
    private volatile long lastSuccess;
    private volatile @Nullable RuntimeException failure;

    ShedLockShardLeases(
            LockProvider provider,
            String namespace,
            Duration lease,
            int mostNodes,
            TimeSource time,
            boolean ownThread) {
        this.lease = lease;
        this.time = time;
        this.ownThread = ownThread;
        this.locks = new Locks(provider, namespace, lease, time);
        this.membership = new Membership(locks, mostNodes);
        this.lastSuccess = time.nanoTime();
    }

    /** Starts describing leases; a lock provider is needed, everything else has a default. */
    public static ShedLockShardLeasesBuilder builder() {
        return new ShedLockShardLeasesBuilder();
    }

    /**
     * The shards that this node holds now; the first question about a rule asks the provider, all others are answered from
     * memory.
     *
     * @throws IllegalStateException while the provider has not been reached for longer than a lease
     */
    @Override
    public Set<Integer> held(String rule, int total) {
        RuleShards shards = rules.get(new RuleAndTotal(rule, total));
        if (shards == null) {
            shards = begin(rule, total);
        }
        RuntimeException last = failure;
        if (last != null && time.nanoTime() - lastSuccess >= lease.toNanos()) {
            throw new IllegalStateException(
                    "The lock provider of the shard leases has not answered for longer than " + lease.toMillis()
                            + " ms: " + last.getMessage(),
                    last);
        }
        return shards.now();
    }

    private synchronized RuleShards begin(String rule, int total) {
        RuleShards shards = rules.computeIfAbsent(
                new RuleAndTotal(rule, total), key -> new RuleShards(locks, key.rule(), key.total()));
        if (closed) {
            return shards;
        }
        renew();
        if (ownThread && thread == null) {
            long period = Math.max(1, lease.toNanos() / RENEWALS);
            thread = Executors.newSingleThreadScheduledExecutor(work -> {
                Thread own = new Thread(work, "order-timeout-leases");
                own.setDaemon(true);
                return own;
            });
            thread.scheduleWithFixedDelay(this::renew, period, period, TimeUnit.NANOSECONDS);
        }
        return shards;
    }

    /** Renews everything, and moves towards the fair share. Throws nothing: the next renewal tries again. */
    synchronized void renew() {
        if (closed) {
            return;
        }
        try {
            Optional<Membership.Place> place = membership.renew();
            rules.values().forEach(shards -> shards.renew(place));
            lastSuccess = time.nanoTime();
            if (failure != null) {
                log.info("Shard leases are renewed again.");
            }
            failure = null;
        } catch (RuntimeException e) {
            if (failure == null) {
                log.warn("Shard leases could not be renewed; tried again until it works.", e);
            }
            failure = e;
        }
    }

    /** Gives everything back, so that the other nodes need not wait for the leases to end. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (thread != null) {
            thread.shutdown();
        }
        try {
            rules.values().forEach(RuleShards::leave);
            membership.leave();
        } catch (RuntimeException e) {
            log.warn("Shard leases could not be given back; they end by themselves within {} ms.", lease.toMillis(), e);
        }
    }
}
