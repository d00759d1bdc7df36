package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.EngineBuilder;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.JdbcOrderStoreBuilder;
import io.github.ordertimeout.transaction.Transactions;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;

/** This engine, with all that it guards against. It lives through all rounds, as in an application. */
public final class EngineContender implements Contender {
    private final String name;
    private final OrderTimeoutEngine engine;

    /** On its own transactions. */
    public EngineContender(String name, DataSource dataSource, EngineRule rule) {
        this(name, dataSource, rule, Optional.empty(), builder -> {});
    }

    /**
     * An engine.
     *
     * @param transactions those of a framework, made for the data source; the store's own where absent
     * @param further releasers, policies and the like
     */
    public EngineContender(
            String name,
            DataSource dataSource,
            EngineRule rule,
            Optional<Function<DataSource, Transactions>> transactions,
            Consumer<EngineBuilder> further) {
        Settings settings = rule.settings();
        JdbcOrderStoreBuilder store =
                JdbcOrderStore.builder().dataSource(dataSource).tables(settings.tables());
        transactions.ifPresent(make -> store.transactions(make.apply(dataSource)));
        EngineBuilder builder = OrderTimeoutEngine.builder().settings(settings).store(store.build());
        further.accept(builder);
        this.name = name;
        this.engine = builder.build();
    }

    @Override
    public String name() {
        return name;
    }

    /** The engine itself. */
    public OrderTimeoutEngine engine() {
        return engine;
    }

    @Override
    public long closeAll() {
        RuleReport report = engine.runOnce().rules().get(EngineRule.NAME);
        if (report == null || report.error().isPresent() || report.failed() > 0) {
            throw new IllegalStateException("The pass went wrong: " + report);
        }
        return report.closed();
    }

    @Override
    public void close() {
        engine.close();
    }
}
