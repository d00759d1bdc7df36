package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.cluster.shedlock.ShedLockShardLeases;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.testkit.contract.ShardLeasesContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Shards shared by ShedLock's JDBC provider, by the database's time. The leases end by the server's clock, so that the test waits,
 * and longer than two of them: a busy machine may renew late.
 */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB})
class ShedLockOnDatabasesTest extends ShardLeasesContract {
    private static final Duration LEASE = Duration.ofMillis(800);

    @Parameter
    TestDatabase db;

    private final Map<ShardLeases, AtomicBoolean> awake = new HashMap<>();
    private int nodes;

    @BeforeEach
    void table() {
        db.execute("CREATE TABLE shedlock (name VARCHAR(64) NOT NULL PRIMARY KEY, lock_until TIMESTAMP(3) NOT NULL,"
                + " locked_at TIMESTAMP(3) NOT NULL, locked_by VARCHAR(255) NOT NULL)");
    }

    @AfterEach
    void stop() {
        awake.values().forEach(node -> node.set(true));
        awake.keySet().forEach(node -> ((ShedLockShardLeases) node).close());
    }

    private LockProvider provider(String node) {
        return new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(db.dataSource()))
                .withLockedByValue(node)
                .usingDbTime()
                .build());
    }

    @Override
    protected ShedLockShardLeases join() {
        AtomicBoolean up = new AtomicBoolean(true);
        LockProvider provider = provider("node " + nodes++);
        ShedLockShardLeases node = ShedLockShardLeases.builder()
                .lockProvider(configuration -> lock(provider, configuration, up))
                .lease(LEASE)
                .build();
        awake.put(node, up);
        return node;
    }

    /** A paused process makes no calls: its thread waits where it is. */
    private static Optional<SimpleLock> lock(LockProvider provider, LockConfiguration configuration, AtomicBoolean up) {
        await().forever().pollInSameThread().pollInterval(Duration.ofMillis(5)).untilTrue(up);
        return provider.lock(configuration).map(lock -> new SimpleLock() {
            @Override
            public void unlock() {
                lock.unlock();
            }

            @Override
            public Optional<SimpleLock> extend(Duration atMost, Duration atLeast) {
                await().forever()
                        .pollInSameThread()
                        .pollInterval(Duration.ofMillis(5))
                        .untilTrue(up);
                return lock.extend(atMost, atLeast);
            }
        });
    }

    @Override
    protected void leave(ShardLeases node) {
        ((ShedLockShardLeases) node).close();
    }

    @Override
    protected void pause(ShardLeases node) {
        awake.get(node).set(false);
    }

    @Override
    protected void wake(ShardLeases node) {
        awake.get(node).set(true);
    }

    @Override
    protected void settle(BooleanSupplier condition) {
        await().pollInterval(Duration.ofMillis(50))
                .atMost(LEASE.multipliedBy(30))
                .until(condition::getAsBoolean);
    }

    @Test
    @DisplayName(
            "D14 three nodes, one stands still over its leases and wakes late: every order closes once, the others take over")
    void pausedNode() {
        Shop shop = new Shop(db).orders(1, 300, Duration.ofHours(1), Optional.empty());
        List<EngineEvent.OrderClosed> closed = Collections.synchronizedList(new ArrayList<>());
        List<OrderTimeoutEngine> engines = new ArrayList<>();
        List<ShardLeases> leases = new ArrayList<>();
        AtomicBoolean stands = new AtomicBoolean();
        for (int node = 0; node < 3; node++) {
            ShedLockShardLeases its = join();
            its.held("unpaid", 8);
            leases.add(its);
            boolean first = node == 0;
            engines.add(shop.engine(Shop.RULE + "scan: {shards: 8, interval: 100ms, precision: 1ms, batch-size: 20}\n"
                            + "close: {threads: 1}\n")
                    .shardLeases(its)
                    // In the middle of a page, as a garbage collection would.
                    .policy((order, context) -> {
                        if (first) {
                            await().forever().pollInSameThread().untilFalse(stands);
                        }
                        return Verdict.close();
                    })
                    .listener(event -> {
                        if (event instanceof EngineEvent.OrderClosed one) {
                            closed.add(one);
                        }
                    })
                    .build());
        }
        try {
            settle(() ->
                    leases.stream().allMatch(node -> !node.held("unpaid", 8).isEmpty()));
            stands.set(true);
            engines.forEach(OrderTimeoutEngine::start);
            pause(leases.get(0));
            await().until(() -> db.number("select count(*) from shop_order where status = 4") == 300);
            stands.set(false);
            wake(leases.get(0));
            await().until(() ->
                    engines.get(0).status().rules().get("unpaid").lastFinished().isPresent());
        } finally {
            stands.set(false);
            engines.forEach(OrderTimeoutEngine::close);
        }
        assertThat(closed).hasSize(300);
        assertThat(new HashSet<>(
                        closed.stream().map(one -> one.order().order().id()).collect(Collectors.toList())))
                .hasSize(300);
        assertThat(shop.ledgerRows()).isEqualTo(300);
    }
}
