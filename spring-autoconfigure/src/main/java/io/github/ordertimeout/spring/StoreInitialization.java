package io.github.ordertimeout.spring;

import io.github.ordertimeout.store.OrderStore;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;

/** The store looks at the tables when it is made: scripts, Flyway and Liquibase come first. */
final class StoreInitialization extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {
    /** Made by Spring. */
    StoreInitialization() {}

    @Override
    protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
        return Set.of(OrderStore.class);
    }
}
