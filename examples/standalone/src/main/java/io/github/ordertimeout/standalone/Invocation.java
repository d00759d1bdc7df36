package io.github.ordertimeout.standalone;

import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.LoadedConfig;
import io.github.ordertimeout.standalone.arguments.Arguments;
import io.github.ordertimeout.standalone.arguments.OptionName;
import io.github.ordertimeout.standalone.terminal.Console;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run.
 *
 * @param arguments what was asked
 * @param console where the answer goes
 * @param environment the environment variables
 */
record Invocation(Arguments arguments, Console console, Map<String, String> environment) {
    private static final Logger log = LoggerFactory.getLogger(Invocation.class);

    /**
     * File, environment and command line, brought together.
     *
     * @throws ConfigurationException with every fault
     */
    LoadedConfig configuration() {
        Optional<Path> file = arguments.value(OptionName.CONFIG).map(Invocation::path);
        LoadedConfig config = ConfigSources.load(file, overrides(), environment);
        config.warnings().forEach(warning -> log.warn("{}", warning));
        return config;
    }

    private List<String> overrides() {
        List<String> overrides = new ArrayList<>(arguments.settings());
        arguments.value(OptionName.JDBC_URL).ifPresent(it -> overrides.add("jdbc.url=" + it));
        arguments.value(OptionName.JDBC_USER).ifPresent(it -> overrides.add("jdbc.user=" + it));
        arguments.value(OptionName.JDBC_PASSWORD).ifPresent(it -> overrides.add("jdbc.password=" + it));
        return overrides;
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new ConfigurationException("--config " + text + " is no path of a file: " + e.getReason());
        }
    }
}
