package io.github.ordertimeout.spring.database;

import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.transaction.support.ResourceTransactionManager;

/** The data source of a JPA transaction manager, asked by name, since an application without JPA lacks its class. */
final class JpaDataSource {
    private JpaDataSource() {}

    static Optional<DataSource> of(ResourceTransactionManager manager) {
        BeanWrapperImpl properties = new BeanWrapperImpl(manager);
        return properties.isReadableProperty("dataSource")
                        && properties.getPropertyValue("dataSource") instanceof DataSource dataSource
                ? Optional.of(dataSource)
                : Optional.empty();
    }
}
