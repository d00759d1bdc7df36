package io.github.ordertimeout.spring.properties;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Environments as Boot makes them of files. */
final class Environments {
    private Environments() {}

    /** Of these files, the last one wins. */
    static StandardEnvironment of(Path... files) {
        return of(Map.of(), files);
    }

    /** The same with properties that win over them. */
    static StandardEnvironment of(Map<String, Object> above, Path... files) {
        StandardEnvironment environment = new StandardEnvironment();
        Map<String, Object> properties = new LinkedHashMap<>(above);
        properties.put(
                "spring.config.location",
                Arrays.stream(files).map(file -> file.toUri().toString()).collect(Collectors.joining(",")));
        environment.getPropertySources().addFirst(new MapPropertySource("above", properties));
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        return environment;
    }
}
