package io.github.ordertimeout.cluster.shedlock;

import static org.awaitility.Awaitility.await;

import com.github.fppt.jedismock.RedisServer;
import io.github.ordertimeout.scan.ShardLeases;
import io.github.ordertimeout.testkit.contract.ShardLeasesContract;
import io.github.ordertimeout.time.TimeSource;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * By ShedLock's Redis provider: on the server that {@code ORDER_TIMEOUT_TEST_REDIS_URL} names ({@code
 * redis://localhost:6379/9}), else on one inside the test's process. The locks end by the server's clock, so that the test waits.
 */
class RedisShardLeasesTest extends ShardLeasesContract {
    private static final Duration LEASE = Duration.ofMillis(600);

    private static Optional<RedisServer> own = Optional.empty();
    private static JedisConnectionFactory connections = new JedisConnectionFactory();

    private final String namespace = "test-" + UUID.randomUUID().toString().substring(0, 8);
    private final List<ShedLockShardLeases> running = new ArrayList<>();

    @BeforeAll
    static void connect() throws IOException {
        String url = System.getenv("ORDER_TIMEOUT_TEST_REDIS_URL");
        if (url == null || url.isBlank()) {
            RedisServer server = RedisServer.newRedisServer().start();
            own = Optional.of(server);
            url = "redis://" + server.getHost() + ":" + server.getBindPort();
        }
        URI uri = URI.create(url);
        RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(uri.getHost(), uri.getPort());
        if (uri.getPath() != null && uri.getPath().length() > 1) {
            configuration.setDatabase(Integer.parseInt(uri.getPath().substring(1)));
        }
        connections = new JedisConnectionFactory(configuration);
        connections.afterPropertiesSet();
        connections.start();
    }

    @AfterAll
    static void disconnect() throws IOException {
        connections.destroy();
        if (own.isPresent()) {
            own.get().stop();
        }
    }

    @Override
    protected ShedLockShardLeases join() {
        ShedLockShardLeases node = ShedLockShardLeases.builder()
                .lockProvider(new RedisLockProvider(connections, namespace))
                .lease(LEASE)
                .byHand(TimeSource.system())
                .build();
        running.add(node);
        return node;
    }

    @Override
    protected void leave(ShardLeases node) {
        running.remove(node);
        ((ShedLockShardLeases) node).close();
    }

    @Override
    protected void pause(ShardLeases node) {
        running.remove(node);
    }

    @Override
    protected void wake(ShardLeases node) {
        running.add((ShedLockShardLeases) node);
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
