package io.github.ordertimeout.testkit;

import io.github.ordertimeout.EngineBuilder;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.check.CheckContext;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.config.CompensationSettings;
import io.github.ordertimeout.config.HealthSettings;
import io.github.ordertimeout.config.ReleaseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.config.TableSettings;
import io.github.ordertimeout.memory.Isolation;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryOrderStore;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A shop in memory and an engine that a test drives by hand: nothing happens but what the test says, and time stands still. It
 * runs one rule with everything that closes orders in production: checks, policies, locking, ledger, releases, compensation.
 *
 * <pre>{@code
 * ManualEngine shop = ManualEngine.builder().policy(myPolicy).build();
 * ShopOrder order = shop.order(42).madeAgo(Duration.ofHours(1)).insert();
 * shop.pass();
 * assertThat(order.status()).isEqualTo("closed");
 * }</pre>
 */
public final class ManualEngine implements AutoCloseable {
    private final Rule rule;
    private final SettableClock clock;
    private final MemoryOrderStore store;
    private final RecordingListener events = new RecordingListener();
    private final Map<String, Runnable> meanwhile = new ConcurrentHashMap<>();
    private final OrderTimeoutEngine engine;

    ManualEngine(Rule rule, Instant start, List<Consumer<MemoryDatabase>> tables, EngineBuilder builder) {
        this.rule = rule;
        this.clock = SettableClock.at(start);
        MemoryDatabase database = new MemoryDatabase(Isolation.READ_COMMITTED);
        database.createTable(
                rule.table(), rule.idColumn(), RuleColumns.besideTheId(rule).toArray(String[]::new));
        tables.forEach(table -> table.accept(database));
        this.store = MemoryOrderStore.on(database, clock);
        this.engine = builder.settings(new Settings(
                        true,
                        Map.of(rule.name(), rule),
                        ReleaseSettings.DEFAULT,
                        CompensationSettings.DEFAULT,
                        HealthSettings.DEFAULT,
                        TableSettings.DEFAULT,
                        List.of()))
                .store(store)
                .time(clock)
                .policy(this::betweenScanAndClose)
                .listener(events)
                .build();
    }

    /** Starts describing a shop. */
    public static ManualEngineBuilder builder() {
        return new ManualEngineBuilder();
    }

    /** Starts describing an order: open, made now. Its id is a number or a text. */
    public OrderDraft order(Object id) {
        return new OrderDraft(rule, clock.now(), store.database(), id);
    }

    /** One full pass: compensation that is due, then scan, check, close and release. */
    public RuleReport pass() {
        return only(engine.runOnce());
    }

    /** Lets that much time go by, then makes one full pass. */
    public RuleReport passAfter(Duration time) {
        clock.advance(time);
        return pass();
    }

    /** What a pass would do now; changes nothing. */
    public RuleReport plan() {
        return only(engine.plan());
    }

    private RuleReport only(PassReport report) {
        return report.rules().values().iterator().next();
    }

    /** An order's status as text. */
    public String status(Object id) {
        return found(id).status();
    }

    /** An order of the table, however it came there. */
    public ShopOrder found(Object id) {
        return new ShopOrder(rule, store.database(), String.valueOf(id));
    }

    /**
     * Does something the next time this order is judged: after it was read and all policies were asked, before the payment side
     * is asked and it is closed. A customer who pays at the last moment, for example.
     */
    public ManualEngine betweenScanAndClose(Object id, Runnable change) {
        meanwhile.put(String.valueOf(id), change);
        return this;
    }

    private Verdict betweenScanAndClose(OrderSnapshot order, CheckContext context) {
        Runnable change = meanwhile.remove(order.id());
        if (change != null) {
            change.run();
        }
        return Verdict.close();
    }

    /** The clock of the shop's database and of the engine. */
    public SettableClock clock() {
        return clock;
    }

    /** What the engine told its listeners. */
    public RecordingListener events() {
        return events;
    }

    /** The tables, for whatever a test wants of them. */
    public MemoryDatabase database() {
        return store.database();
    }

    /** The engine itself: {@code cancel}, {@code explain}, {@code compensations} and so on. */
    public OrderTimeoutEngine engine() {
        return engine;
    }

    /** Closes the engine; a shop that was only driven by hand leaves nothing behind without it. */
    @Override
    public void close() {
        engine.close();
    }
}
