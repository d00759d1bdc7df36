package io.github.ordertimeout.cluster.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.testkit.SettableClock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import net.javacrumbs.shedlock.core.LockProvider;

/** The contract on a clock that only the test moves, for a provider whose locks end by that clock. */
abstract class HandDriven extends RenewedByTest {
    static final Duration LEASE = Duration.ofSeconds(6);

    final SettableClock clock = SettableClock.at("2026-03-01T10:00:00Z");

    abstract LockProvider provider();

    @Override
    ShedLockShardLeases node() {
        return ShedLockShardLeases.builder()
                .lockProvider(provider())
                .lease(LEASE)
                .byHand(clock)
                .build();
    }

    @Override
    protected void settle(BooleanSupplier condition) {
        boolean holds = condition.getAsBoolean();
        for (int renewal = 0; renewal < 8 && !holds; renewal++) {
            renewAll();
            holds = condition.getAsBoolean();
        }
        assertThat(holds).as("within two intervals").isTrue();
    }

    /** A quarter of a lease, in which every running node renews once. */
    void renewAll() {
        clock.advance(LEASE.dividedBy(4));
        running.forEach(ShedLockShardLeases::renew);
    }
}
