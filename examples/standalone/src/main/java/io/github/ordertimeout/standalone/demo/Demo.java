package io.github.ordertimeout.standalone.demo;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.check.ClosePolicy;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.standalone.terminal.Console;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a shop, lets the real engine work on it twice, and looks at what is left. */
public final class Demo {
    private static final String RULE = "unpaid";

    private final Settings settings;
    private final Progress progress;
    private final DemoDatabase database;
    private final List<DemoOrder> orders = DemoOrders.make();

    private Demo(Settings settings, Progress progress, DemoDatabase database) {
        this.settings = settings;
        this.progress = progress;
        this.database = database;
    }

    /**
     * Runs the demo and, where the console is for people, tells it as it goes.
     *
     * @param overrides {@code KEY=VALUE} on top of the demo's own configuration
     */
    public static DemoReport run(List<String> overrides, Progress progress, Console console) {
        Settings settings = settings(overrides);
        try (DemoDatabase database = DemoDatabase.open()) {
            DemoStory story = new DemoStory(console);
            Demo demo = new Demo(settings, progress, database);
            story.shop(demo.orders);
            DemoShop.fill(database, demo.orders);
            DemoReport report = demo.run();
            story.outcome(report);
            return report;
        } catch (SQLException e) {
            throw new IllegalStateException("The demo's own database failed: " + e.getMessage(), e);
        }
    }

    /** The demo's configuration goes through the parser that reads everybody's. */
    private static Settings settings(List<String> overrides) {
        List<String> lines = new ArrayList<>();
        DemoDatabase.lines("demo.properties").stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(lines::add);
        lines.addAll(overrides);
        return ConfigSources.load(Optional.empty(), lines, Map.of()).settings();
    }

    private DemoReport run() throws SQLException {
        JdbcOrderStore store = JdbcOrderStore.builder()
                .dataSource(database.dataSource())
                .tables(settings.tables())
                .build();
        Provider provider = new Provider(database);
        try (OrderTimeoutEngine engine = OrderTimeoutEngine.builder()
                        .settings(settings)
                        .store(store)
                        .policy(RULE, holdGiftCards())
                        .policy(RULE, new LateBuyers(database, orders))
                        .refundIssuer(provider)
                        .listener(this::count)
                        .build();
                Connection connection = database.connect()) {
            progress.begin(Math.toIntExact(orders.stream()
                    .filter(order -> order.role().isOverdue() && order.role() != Role.PAID_BUT_OPEN)
                    .count()));
            PassReport first = engine.runOnce();
            provider.callbacks(orders, engine.guard());
            PassReport second = engine.runOnce();
            Optional<String> failure = engine.compensations(0, 1).stream()
                    .map(row -> row.what().reason())
                    .findFirst();
            return new DemoReport(
                    first,
                    second,
                    failure,
                    Promises.check(connection, settings.tables().prefix(), timeout()));
        }
    }

    private ClosePolicy holdGiftCards() {
        return (order, context) -> {
            if (Boolean.TRUE.equals(order.columns().get("gift_card"))) {
                progress.step();
                return Verdict.skip("gift-card");
            }
            return Verdict.close();
        };
    }

    private void count(EngineEvent event) {
        if (event instanceof EngineEvent.OrderClosed
                || event instanceof EngineEvent.LostRace
                || event instanceof EngineEvent.CloseFailed) {
            progress.step();
        }
    }

    private Duration timeout() {
        return Optional.ofNullable(settings.rules().get(RULE))
                .flatMap(rule -> rule.deadline().timeout().length())
                .orElse(DemoOrders.TIMEOUT);
    }
}
