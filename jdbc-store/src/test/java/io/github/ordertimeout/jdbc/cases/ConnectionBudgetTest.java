package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.INVENTORY;
import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many connections an engine holds at once at most, as docs/configuration.md says. */
@EachDatabase
class ConnectionBudgetTest {
    @Parameter
    TestDatabase db;

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @DisplayName("promise 6: an engine at full work holds no more connections than its budget")
    void budget(int threads) {
        Shop shop = new Shop(db).stock("A", 1_500, 0).orders(1, 1_500, Duration.ofHours(1), Optional.of("A"));
        Warehouse north = new Warehouse("north");
        Warehouse south = new Warehouse("south");
        south.refuse(7);
        String rule = RULE + INVENTORY + "close: {threads: " + threads
                + "}\nscan: {batch-size: 20, shards: 4, interval: 100ms, precision: 1ms}\n";
        try (OrderTimeoutEngine engine = shop.engine(counting(db.dataSource()), Shop.settings(rule))
                .releaser(north)
                .releaser(south)
                .build()) {
            engine.start();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> north.given().size() == 1_500);
            Awaitility.await()
                    .until(() -> engine.status().compensation().lastFinished().isPresent());
        }
        assertThat(db.number("select count(*) from shop_order where status = 4"))
                .isEqualTo(1_500);
        assertThat(open).hasValue(0);
        assertThat(most.get()).isBetween(1, (threads == 1 ? 1 : threads + 1) + 3);
    }

    private DataSource counting(DataSource real) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Object result = invoked(() -> method.invoke(real, arguments));
                    return result instanceof Connection connection ? counted(connection) : result;
                });
    }

    private Connection counted(Connection real) {
        most.accumulateAndGet(open.incrementAndGet(), Math::max);
        AtomicBoolean closed = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close") && closed.compareAndSet(false, true)) {
                        open.decrementAndGet();
                    }
                    return invoked(() -> method.invoke(real, arguments));
                });
    }

    @FunctionalInterface
    private interface Call {
        Object call() throws Exception;
    }

    private static Object invoked(Call call) throws Throwable {
        try {
            return call.call();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
