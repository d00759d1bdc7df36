package io.github.ordertimeout.standalone;

import io.github.ordertimeout.EngineBuilder;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.LoadedConfig;
import io.github.ordertimeout.config.NamedJdbc;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.standalone.arguments.UsageException;
import io.github.ordertimeout.standalone.database.CannotStartException;
import io.github.ordertimeout.standalone.database.JdbcTarget;
import io.github.ordertimeout.store.OrderStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The user's shop, reached: the database of its orders, or several, each by its name in {@code jdbc.data-sources}. */
final class OpenShop implements AutoCloseable {
    private static final int BESIDE_CLOSING = 2;
    /** Many tables of one database share connections. */
    private static final int MOST_CONNECTIONS_OF_SHARDS = 16;

    private final Settings settings;
    private final Map<String, JdbcTarget> targets;
    private final boolean readOnly;
    private final Map<String, OpenDatabase> open = new LinkedHashMap<>();

    private OpenShop(Settings settings, Map<String, JdbcTarget> targets, boolean readOnly) {
        this.settings = settings;
        this.targets = targets;
        this.readOnly = readOnly;
    }

    /**
     * Connects to the configured database; to several when they are needed.
     *
     * @throws UsageException if none is configured
     * @throws CannotStartException if the only one cannot be reached
     */
    static OpenShop open(LoadedConfig config) {
        return open(config, false);
    }

    /** The same for commands that write nothing: the library's own tables may be missing, and are not made. */
    static OpenShop openToRead(LoadedConfig config) {
        return open(config, true);
    }

    private static OpenShop open(LoadedConfig config, boolean readOnly) {
        OpenShop shop = new OpenShop(config.settings(), targets(config), readOnly);
        if (shop.targets.size() == 1) {
            shop.targets.keySet().forEach(shop::database);
        }
        return shop;
    }

    /** Those that rules name; the one without a name where a rule names none. */
    private static Map<String, JdbcTarget> targets(LoadedConfig config) {
        Set<String> names = config.settings().rules().values().stream()
                .map(Rule::dataSource)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Map<String, JdbcTarget> targets = new LinkedHashMap<>();
        for (String name : names.isEmpty() ? Set.of("") : names) {
            targets.put(name, name.isEmpty() ? only(config) : named(name, config));
        }
        return targets;
    }

    private static JdbcTarget only(LoadedConfig config) {
        String url = config.jdbcUrl()
                .orElseThrow(() -> new UsageException(
                        "No database is named: pass --jdbc-url, or put jdbc.url into the file of --config"));
        return JdbcTarget.of(url, config.jdbcUser(), config.jdbcPassword());
    }

    private static JdbcTarget named(String name, LoadedConfig config) {
        NamedJdbc jdbc = config.dataSources().get(name);
        if (jdbc == null) {
            throw new UsageException("Data source " + name + " of a rule's data-sources is nowhere described: put"
                    + " jdbc.data-sources." + name + ".url, user and password into the file of --config; "
                    + (config.dataSources().isEmpty()
                            ? "there is none"
                            : "there are "
                                    + String.join(", ", config.dataSources().keySet())));
        }
        return JdbcTarget.of(jdbc.url().orElse(""), jdbc.user(), jdbc.password());
    }

    /** Opened when it is first needed. */
    private OpenDatabase database(String name) {
        synchronized (open) {
            OpenDatabase known = open.get(name);
            if (known != null) {
                return known;
            }
        }
        // Without the lock: one that hangs holds up no other.
        OpenDatabase opened = OpenDatabase.open(target(name), connections(name), settings.tables(), readOnly);
        synchronized (open) {
            open.put(name, opened);
        }
        return opened;
    }

    private JdbcTarget target(String name) {
        return Optional.ofNullable(targets.get(name))
                .orElseThrow(() -> new UsageException(
                        "--data-source " + name + " is named by no rule; there are " + targets.keySet()));
    }

    private int connections(String name) {
        int wanted = BESIDE_CLOSING
                + settingsOf(name).rules().values().stream()
                        .mapToInt(rule -> rule.close().threads())
                        .sum();
        boolean shards = settingsOf(name).rules().values().stream()
                .anyMatch(rule -> rule.shard().isPresent());
        return shards ? Math.min(wanted, MOST_CONNECTIONS_OF_SHARDS) : wanted;
    }

    private Settings settingsOf(String name) {
        Map<String, Rule> rules = new LinkedHashMap<>();
        settings.rules().forEach((rule, what) -> {
            if (what.dataSource().equals(name)) {
                rules.put(rule, what);
            }
        });
        return new Settings(
                settings.enabled(),
                rules,
                settings.release(),
                settings.compensation(),
                settings.health(),
                settings.tables(),
                settings.warnings());
    }

    /**
     * The data source that a command is about which is about one.
     *
     * @throws UsageException if there are several and none is named
     */
    String one(Optional<String> named) {
        if (named.isPresent()) {
            target(named.get());
            return named.get();
        }
        if (targets.size() > 1) {
            throw new UsageException(
                    "There are several data sources: say which by --data-source " + String.join("|", targets.keySet()));
        }
        return targets.keySet().iterator().next();
    }

    /** All of them. */
    List<String> dataSources() {
        return new ArrayList<>(targets.keySet());
    }

    OrderStore store(String dataSource) {
        return database(dataSource).store();
    }

    JdbcOrderStore jdbcStore(String dataSource) {
        return database(dataSource).store();
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

    /** Those of one data source. */
    Settings rulesOf(String dataSource) {
        rules();
        return settingsOf(dataSource);
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
        EngineBuilder builder = OrderTimeoutEngine.builder().settings(settings.enabled() ? rules() : settings);
        targets.keySet().forEach(name -> {
            if (name.isEmpty() || !settings.enabled()) {
                builder.store(store(name));
            } else {
                builder.store(name, () -> store(name));
            }
        });
        return OpenDatabase.orRefuse(targets.values().iterator().next(), builder::build);
    }

    @Override
    public void close() {
        synchronized (open) {
            open.values().forEach(OpenDatabase::close);
        }
    }
}
