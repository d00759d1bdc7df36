package io.github.ordertimeout.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program's whole configuration. Its text hides the password.
 *
 * @param settings what lies below {@code order-timeout}
 * @param jdbcUrl {@code jdbc.url}
 * @param jdbcUser {@code jdbc.user}
 * @param jdbcPassword {@code jdbc.password}
 * @param dataSources {@code jdbc.data-sources}, by name
 * @param warnings what should be said at start about the sources, beside the settings' own warnings
 */
public record LoadedConfig(
        Settings settings,
        Optional<String> jdbcUrl,
        Optional<String> jdbcUser,
        Optional<String> jdbcPassword,
        Map<String, NamedJdbc> dataSources,
        List<String> warnings) {
    /** Copies both. */
    public LoadedConfig {
        dataSources = Collections.unmodifiableMap(new LinkedHashMap<>(dataSources));
        warnings = List.copyOf(warnings);
    }

    /** The URL as it may be shown: without passwords. */
    public Optional<String> shownJdbcUrl() {
        return jdbcUrl.map(Secrets::masked);
    }

    @Override
    public String toString() {
        return "LoadedConfig[settings=" + settings + ", jdbcUrl=" + shownJdbcUrl() + ", jdbcUser=" + jdbcUser
                + ", jdbcPassword=" + (jdbcPassword.isPresent() ? "***" : "none") + ", dataSources=" + dataSources
                + ", warnings=" + warnings + "]";
    }
}
