package io.github.ordertimeout.cluster.shedlock;

import com.github.fppt.jedismock.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * By ShedLock's Redis provider: on the server that {@code ORDER_TIMEOUT_TEST_REDIS_URL} names ({@code
 * redis://localhost:6379/9}), else on one inside the test's process. The locks end by the server's clock, so that the test waits.
 */
class RedisShardLeasesTest extends ServerTimed {
    private static Optional<RedisServer> own = Optional.empty();
    private static JedisConnectionFactory connections = new JedisConnectionFactory();

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
    LockProvider provider() {
        return new RedisLockProvider(connections, namespace);
    }
}
