package io.github.ordertimeout.standalone.arguments;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was asked on the command line.
 *
 * @param command what to do
 * @param words what follows the command
 * @param options the runner's own options; those without a value hold an empty text
 * @param settings {@code KEY=VALUE} of the configuration, as written
 */
public record Arguments(
        CommandName command, List<String> words, Map<OptionName, String> options, List<String> settings) {
    /** Copies the collections, keeping their order. */
    public Arguments {
        words = List.copyOf(words);
        EnumMap<OptionName, String> copy = new EnumMap<>(OptionName.class);
        copy.putAll(options);
        options = Collections.unmodifiableMap(copy);
        settings = List.copyOf(settings);
    }

    /** Whether the option was given. */
    public boolean has(OptionName option) {
        return options.containsKey(option);
    }

    /** The option's value, where it was given. */
    public Optional<String> value(OptionName option) {
        return Optional.ofNullable(options.get(option));
    }
}
