package io.github.ordertimeout.spring.database;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.jdbc.database.DatabaseException;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.spring.OrderTimeoutDataSource;
import io.github.ordertimeout.spring.properties.SpringKeys;
import io.github.ordertimeout.spring.transaction.SpringTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.ResourceTransactionManager;

/** Finds out which data source holds the orders, which a scan may read, and whose transactions a close runs in. */
public final class OrderDatabase {
    private final ConfigurableListableBeanFactory factory;
    private final Environment environment;

    /** Looks into this context. */
    public OrderDatabase(ConfigurableListableBeanFactory factory, Environment environment) {
        this.factory = factory;
        this.environment = environment;
    }

    /**
     * The orders' data source: named by property, else marked, else the only or primary one.
     *
     * @throws ConfigurationException where there are several and nothing says which
     */
    public DataSource orders() {
        return chosen(DataSource.class, SpringKeys.DATA_SOURCE, marked(false))
                .orElseThrow(() ->
                        new ConfigurationException(undecided("data sources", DataSource.class, SpringKeys.DATA_SOURCE)
                                + ", or mark the one of the orders with @OrderTimeoutDataSource."));
    }

    /** A data source of rules with physical shards, by the name of its bean. */
    public DataSource shard(String key, String name) {
        return bean(DataSource.class, key, name);
    }

    /** Transactions of the one manager that speaks for a shard's data source; empty where there is none: then the store brings its own. */
    public Optional<SpringTransactions> transactionsOfShard(DataSource shard) {
        DataSource bound = withoutJoining(shard);
        List<String> managers = managersOf(shard).toList();
        if (managers.size() != 1) {
            return Optional.empty();
        }
        PlatformTransactionManager manager = factory.getBean(managers.get(0), PlatformTransactionManager.class);
        return Optional.of(SpringTransactions.of(manager, bound, isolation(manager, bound)));
    }

    /** The replica for scans, where one is named or marked. */
    public Optional<DataSource> scans() {
        Optional<String> name = SpringKeys.text(environment, SpringKeys.SCAN_DATA_SOURCE)
                .or(() -> marked(true).findFirst());
        return name.map(replica -> bean(DataSource.class, SpringKeys.SCAN_DATA_SOURCE, replica))
                .map(OrderDatabase::withoutJoining);
    }

    /**
     * Transactions of the manager of that data source: named by property, else the one that speaks for it, else the only or primary
     * one. Empty where the context has no manager: then the store brings its own.
     */
    public Optional<SpringTransactions> transactions(DataSource orders) {
        if (BeanFactoryUtils.beanNamesForTypeIncludingAncestors(factory, PlatformTransactionManager.class).length
                == 0) {
            return Optional.empty();
        }
        PlatformTransactionManager manager = chosen(
                        PlatformTransactionManager.class, SpringKeys.TRANSACTION_MANAGER, managersOf(orders))
                .orElseThrow(() -> new ConfigurationException(undecided(
                                "transaction managers",
                                PlatformTransactionManager.class,
                                SpringKeys.TRANSACTION_MANAGER)
                        + "."));
        DataSource bound = withoutJoining(orders);
        return Optional.of(SpringTransactions.of(manager, bound, isolation(manager, bound)));
    }

    /** A proxy that joins transactions would lend the connection of a caller's transaction to reads that commit by themselves. */
    public static DataSource withoutJoining(DataSource dataSource) {
        return dataSource instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                ? withoutJoining(proxy.getTargetDataSource())
                : dataSource;
    }

    private <T> Optional<T> chosen(Class<T> type, String key, Stream<String> marked) {
        Optional<String> named = SpringKeys.text(environment, key);
        if (named.isPresent()) {
            return Optional.of(bean(type, key, named.get()));
        }
        List<String> candidates = marked.toList();
        return candidates.size() == 1
                ? Optional.of(factory.getBean(candidates.get(0), type))
                : Optional.ofNullable(factory.getBeanProvider(type).getIfUnique());
    }

    private <T> T bean(Class<T> type, String key, String name) {
        if (!factory.containsBean(name) || !factory.isTypeMatch(name, type)) {
            throw new ConfigurationException(key + " is \"" + name + "\", but there is no " + type.getSimpleName()
                    + " of that name; there " + names(type) + ".");
        }
        return factory.getBean(name, type);
    }

    private Stream<String> marked(boolean scan) {
        return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(factory, DataSource.class))
                .filter(name -> {
                    OrderTimeoutDataSource mark = factory.findAnnotationOnBean(name, OrderTimeoutDataSource.class);
                    return mark != null && mark.scan() == scan;
                });
    }

    private Stream<String> managersOf(DataSource orders) {
        DataSource bound = withoutJoining(orders);
        return Arrays.stream(
                        BeanFactoryUtils.beanNamesForTypeIncludingAncestors(factory, PlatformTransactionManager.class))
                .filter(name -> factory.getBean(name) instanceof ResourceTransactionManager manager
                        && speaksFor(manager, bound));
    }

    /** JPA's manager has an entity manager factory for its resource, and tells its data source beside it. */
    private static boolean speaksFor(ResourceTransactionManager manager, DataSource dataSource) {
        return manager.getResourceFactory() == dataSource
                || JpaDataSource.of(manager).filter(own -> own == dataSource).isPresent();
    }

    private String undecided(String what, Class<?> type, String key) {
        return "There are several " + what + " and nothing says which one the orders need: there " + names(type)
                + ". Name it in " + key;
    }

    private String names(Class<?> type) {
        String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(factory, type);
        return (names.length == 1 ? "is " : "are ") + String.join(", ", names);
    }

    /** READ COMMITTED where manager and server allow it; elsewhere a close is sound too, but holds more locks. */
    private static int isolation(PlatformTransactionManager manager, DataSource dataSource) {
        if (!(manager instanceof ResourceTransactionManager)) {
            return TransactionDefinition.ISOLATION_DEFAULT;
        }
        try (Connection connection = dataSource.getConnection()) {
            return Dialect.of(connection).allowsReadCommitted(connection)
                    ? TransactionDefinition.ISOLATION_READ_COMMITTED
                    : TransactionDefinition.ISOLATION_DEFAULT;
        } catch (SQLException e) {
            throw new DatabaseException("The data source of the orders gives no connection", e);
        }
    }
}
