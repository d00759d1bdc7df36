package io.github.ordertimeout.standalone;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.LoadedConfig;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.standalone.arguments.UsageException;
import io.github.ordertimeout.standalone.database.CannotStartException;
import io.github.ordertimeout.standalone.database.ConnectionPool;
import io.github.ordertimeout.standalone.database.JdbcTarget;
import io.github.ordertimeout.store.OrderStore;
import java.util.function.Supplier;

/** The user's shop, reached: a pool of connections and a store on it. */
final class OpenShop implements AutoCloseable {
    private static final int BESIDE_CLOSING = 2;

    private final Settings settings;
    private final JdbcTarget target;
    private final ConnectionPool pool;
    private final JdbcOrderStore store;

    private OpenShop(Settings settings, JdbcTarget target, ConnectionPool pool, boolean readOnly) {
        this.settings = settings;
        this.target = target;
        this.pool = pool;
        this.store = orRefuse(() -> JdbcOrderStore.builder()
                .dataSource(pool.dataSource())
                .tables(settings.tables())
                .readOnly(readOnly)
                .build());
    }

    /**
     * Connects to the configured database.
     *
     * @throws UsageException if none is configured
     * @throws CannotStartException if it cannot be reached
     */
    static OpenShop open(LoadedConfig config) {
        return open(config, false);
    }

    /** The same for commands that write nothing: the library's own tables may be missing, and are not made. */
    static OpenShop openToRead(LoadedConfig config) {
        return open(config, true);
    }

    private static OpenShop open(LoadedConfig config, boolean readOnly) {
        String url = config.jdbcUrl()
                .orElseThrow(() -> new UsageException(
                        "No database is named: pass --jdbc-url, or put jdbc.url into the file of --config"));
        JdbcTarget target = JdbcTarget.of(url, config.jdbcUser(), config.jdbcPassword());
        ConnectionPool pool = ConnectionPool.open(target, connections(config.settings()));
        try {
            return new OpenShop(config.settings(), target, pool, readOnly);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static int connections(Settings settings) {
        return BESIDE_CLOSING
                + settings.rules().values().stream()
                        .mapToInt(rule -> rule.close().threads())
                        .sum();
    }

    OrderStore store() {
        return store;
    }

    JdbcOrderStore jdbcStore() {
        return store;
    }

    /**
     * The configured rules.
     *
     * @throws UsageException if there is none
     */
    Settings rules() {
        if (settings.rules().isEmpty()) {
            throw new UsageException("No rule is configured: pass --config FILE with order-timeout.rules in it");
        }
        return settings;
    }

    /** The same, for questions about single orders: they have no answer where no rule is at work. */
    OrderTimeoutEngine workingEngine() {
        if (!settings.enabled()) {
            throw new UsageException("order-timeout.enabled is false, so that no rule is at work: leave it out to ask");
        }
        return engine();
    }

    /** An engine for the configured rules, all of them checked against the database. */
    OrderTimeoutEngine engine() {
        Settings checked = settings.enabled() ? rules() : settings;
        return orRefuse(() ->
                OrderTimeoutEngine.builder().settings(checked).store(store).build());
    }

    /** What fails before anything is done is the configuration's or the database's fault, not the run's. */
    private <T> T orRefuse(Supplier<T> start) {
        try {
            return start.get();
        } catch (ConfigurationException | CannotStartException e) {
            throw e;
        } catch (RuntimeException e) {
            throw DatabaseWords.of(e)
                    .map(words -> new CannotStartException(target + " refuses: " + target.masked(words), e))
                    .map(RuntimeException.class::cast)
                    .orElse(e);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
