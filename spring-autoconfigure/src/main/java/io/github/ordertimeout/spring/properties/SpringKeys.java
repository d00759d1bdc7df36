package io.github.ordertimeout.spring.properties;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.core.env.Environment;

/** Keys below {@code order-timeout} that only exist in Spring: they are read by this module and kept from core's parser. */
public final class SpringKeys {
    /** The bean name of the orders' data source, where there are several. */
    public static final String DATA_SOURCE = "order-timeout.data-source";

    /** The bean name of a replica that scans may read. */
    public static final String SCAN_DATA_SOURCE = "order-timeout.scan-data-source";

    /** The bean name of the data source's transaction manager, where there are several. */
    public static final String TRANSACTION_MANAGER = "order-timeout.transaction-manager";

    /** All of them, in full. */
    public static final Set<String> ALL = Set.of(DATA_SOURCE, SCAN_DATA_SOURCE, TRANSACTION_MANAGER);

    static final Set<String> ENVIRONMENT = ALL.stream()
            .map(key -> key.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_'))
            .collect(Collectors.toUnmodifiableSet());

    private SpringKeys() {}

    /** The text of one of these keys, placeholders resolved; empty where it is missing or blank. */
    public static Optional<String> text(Environment environment, String key) {
        return Optional.ofNullable(environment.getProperty(key))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }
}
