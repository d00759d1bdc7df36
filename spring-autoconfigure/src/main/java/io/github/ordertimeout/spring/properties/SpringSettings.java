package io.github.ordertimeout.spring.properties;

import io.github.ordertimeout.config.ConfigLayers;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.core.env.CompositePropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Reads what lies below {@code order-timeout} in an environment, source by source, as text. */
public final class SpringSettings {
    private SpringSettings() {}

    /**
     * The settings. Files are read again where Spring's loader made something else of a value than what is written; placeholders
     * are resolved in keys that speak of the engine and the tables' names, and left alone in values that belong to the database.
     *
     * @throws ConfigurationException with every fault of all sources
     */
    public static Settings read(ConfigurableEnvironment environment) {
        ConfigLayers layers = new ConfigLayers();
        RereadFiles files = new RereadFiles();
        for (EnumerablePropertySource<?> source : lowestFirst(environment)) {
            new SourceReader(source, environment, files, layers).read().ifPresent(layers::over);
            if (source instanceof SystemEnvironmentPropertySource) {
                layers.environment(variables(source));
            }
        }
        return layers.read();
    }

    private static List<EnumerablePropertySource<?>> lowestFirst(ConfigurableEnvironment environment) {
        List<EnumerablePropertySource<?>> sources = new ArrayList<>();
        environment.getPropertySources().forEach(source -> collect(source, sources));
        Collections.reverse(sources);
        return sources;
    }

    /** The parts of a composite know where their values come from, the composite does not. */
    private static void collect(PropertySource<?> source, List<EnumerablePropertySource<?>> sources) {
        if (source instanceof CompositePropertySource composite) {
            composite.getPropertySources().forEach(part -> collect(part, sources));
        } else if (source instanceof EnumerablePropertySource<?> known) {
            sources.add(known);
        }
    }

    private static Map<String, String> variables(EnumerablePropertySource<?> source) {
        Map<String, String> variables = new TreeMap<>();
        for (String name : source.getPropertyNames()) {
            Object value = source.getProperty(name);
            if (value != null && !OwnNames.isOurs(name)) {
                variables.put(name, value.toString());
            }
        }
        SpringKeys.ENVIRONMENT.forEach(variables::remove);
        return variables;
    }
}
