package io.github.ordertimeout.cluster.shedlock;

import static org.awaitility.Awaitility.await;

import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import net.javacrumbs.shedlock.core.LockProvider;

/** The contract on a server by whose clock the locks end, so that the test waits. */
abstract class ServerTimed extends RenewedByTest {
    static final Duration LEASE = Duration.ofMillis(600);

    final String namespace = "test-" + UUID.randomUUID().toString().substring(0, 8);

    abstract LockProvider provider();

    @Override
    ShedLockShardLeases node() {
        return ShedLockShardLeases.builder()
                .lockProvider(provider())
                .lease(LEASE)
                .namespace(namespace)
                .byHand(TimeSource.system())
                .build();
    }

    /** Longer than two intervals: a busy machine may renew late. */
    @Override
    protected void settle(BooleanSupplier condition) {
        await().pollInSameThread()
                .pollInterval(LEASE.dividedBy(4))
                .atMost(LEASE.multipliedBy(20))
                .until(() -> {
                    running.forEach(ShedLockShardLeases::renew);
                    return condition.getAsBoolean();
                });
    }
}
