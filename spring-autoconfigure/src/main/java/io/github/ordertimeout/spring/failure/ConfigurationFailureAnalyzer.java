package io.github.ordertimeout.spring.failure;

import io.github.ordertimeout.config.ConfigurationException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells every fault of the configuration, each of which says what would be right. */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {
    private static final int TOLD = 8;

    /** Made by Spring. */
    ConfigurationFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ConfigurationException cause) {
        List<String> faults = cause.faults();
        String told = faults.stream().limit(TOLD).map(fault -> "  - " + fault).collect(Collectors.joining("\n"));
        String more = faults.size() > TOLD ? "\n  … and " + (faults.size() - TOLD) + " more." : "";
        return new FailureAnalysis(
                "Order Timeout cannot work with this configuration:\n\n" + told + more, action(told), cause);
    }

    private static String action(String told) {
        String tables = told.contains("order_timeout_") || told.contains("auto-create")
                ? " For the library's own tables set order-timeout.tables.auto-create=true, or run the scripts of the"
                        + " jar (docs/spring.md)."
                : "";
        return "Correct what is named above; every key is told in docs/configuration.md." + tables
                + " To start without the engine set order-timeout.enabled=false.";
    }
}
