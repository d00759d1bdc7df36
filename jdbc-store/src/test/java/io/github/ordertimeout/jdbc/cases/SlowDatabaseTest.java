package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.time.TimeSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;

/** A database that takes longer for everything, by a clock that only the test moves. */
@EachDatabase(on = TestServer.H2)
class SlowDatabaseTest {
    private static final String RESTED = "rested-since-database-slow";

    @Parameter
    TestDatabase db;

    private final AtomicLong clock = new AtomicLong();
    private volatile Duration perCommit = Duration.ofMillis(30);

    @Test
    @DisplayName(
            "promise 6: while the database is slower than of late the engine rests between transactions, and says so once")
    void rests() {
        Shop shop = new Shop(db);
        OrderTimeoutEngine engine = shop.engine(
                        slow(db.dataSource()), Shop.settings(RULE + "close: {threads: 1}\nscan: {batch-size: 20}"))
                .time(time())
                .build();
        Logger logger = (Logger) LoggerFactory.getLogger("io.github.ordertimeout.engine");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            assertThat(pass(shop, engine, 1).reasons()).doesNotContainKey(RESTED);

            perCommit = Duration.ofMillis(180);
            RuleReport slow = pass(shop, engine, 1_000);
            assertThat(slow.closed()).isEqualTo(200);
            assertThat(slow.reasons().get(RESTED)).isBetween(5L, 7L);

            perCommit = Duration.ofMillis(30);
            pass(shop, engine, 2_000);
            assertThat(pass(shop, engine, 3_000).reasons()).doesNotContainKey(RESTED);
        } finally {
            logger.detachAppender(log);
            engine.close();
        }
        List<String> told = List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("rests"))
                .toList();
        assertThat(told).hasSize(2);
        assertThat(told.get(0)).contains("Rule unpaid: closing transactions take 6 times as long");
        assertThat(told.get(1)).contains("rests no longer");
    }

    private static RuleReport pass(Shop shop, OrderTimeoutEngine engine, int from) {
        shop.orders(from, from + 199, Duration.ofHours(1), Optional.empty());
        return shop.run(engine);
    }

    private TimeSource time() {
        return new TimeSource() {
            @Override
            public long nanoTime() {
                return clock.get();
            }

            @Override
            public void sleep(Duration duration) {
                clock.addAndGet(duration.toNanos());
            }
        };
    }

    private DataSource slow(DataSource real) {
        return (DataSource) watched(
                DataSource.class,
                real,
                result -> result instanceof Connection connection
                        ? watched(Connection.class, connection, UnaryOperator.identity())
                        : result);
    }

    private Object watched(Class<?> type, Object real, UnaryOperator<Object> wrap) {
        return Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    clock.addAndGet(method.getName().equals("commit") ? perCommit.toNanos() : 0);
                    try {
                        return wrap.apply(method.invoke(real, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
