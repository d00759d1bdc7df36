package io.github.ordertimeout.spring;

import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.config.SettingsParser;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/** Reads what lies below {@code order-timeout} in the environment, as text, with the runner's parser. */
final class SpringSettings {
    private static final String PREFIX = "order-timeout.";

    private SpringSettings() {}

    static Settings read(ConfigurableEnvironment environment) {
        return SettingsParser.parse(ConfigSources.tree(values(environment)));
    }

    static boolean hasRules(ConfigurableEnvironment environment) {
        return values(environment).keySet().stream().anyMatch(key -> key.startsWith("rules"));
    }

    private static Map<String, String> values(ConfigurableEnvironment environment) {
        Map<String, String> values = new LinkedHashMap<>();
        List<PropertySource<?>> lowestFirst = new ArrayList<>();
        environment.getPropertySources().forEach(lowestFirst::add);
        Collections.reverse(lowestFirst);
        for (PropertySource<?> source : lowestFirst) {
            if (source instanceof EnumerablePropertySource<?> known) {
                for (String name : known.getPropertyNames()) {
                    if (name.startsWith(PREFIX)) {
                        values.put(name.substring(PREFIX.length()), String.valueOf(known.getProperty(name)));
                    }
                }
            }
        }
        return values;
    }
}
