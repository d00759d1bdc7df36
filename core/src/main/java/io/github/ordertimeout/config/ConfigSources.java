package io.github.ordertimeout.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Brings file, environment and command line together: the command line wins over the environment, and that over the file. */
public final class ConfigSources {
    private ConfigSources() {}

    /**
     * Loads a configuration.
     *
     * @param file a {@code .yml}, {@code .yaml} or {@code .properties} file
     * @param overrides {@code KEY=VALUE} or {@code --KEY=VALUE}, with or without {@code order-timeout.}; the last one wins
     * @param environment all environment variables; only {@code ORDER_TIMEOUT_…} are read
     * @throws ConfigurationException with every fault of all sources
     */
    public static LoadedConfig load(Optional<Path> file, List<String> overrides, Map<String, String> environment) {
        Findings findings = new Findings();
        Draft draft = file.map(path -> new ConfigFile(path, findings).read()).orElseGet(Draft::new);
        Draft commandLine = commandLine(overrides, findings);

        Draft names = new Draft();
        names.overlay(draft);
        names.overlay(commandLine);
        EnvironmentVariables variables = new EnvironmentVariables(names.freeze("", new Findings()));
        draft.overlay(variables.read(environment));
        draft.overlay(commandLine);

        ConfigTree.Node whole = asNode(draft.freeze("", findings));
        new UnknownKeys(findings).checkNames("", Shape.FILE, whole);
        Jdbc jdbc = Jdbc.read(whole, findings);
        ConfigTree settingsTree = whole.entries().getOrDefault(Keys.ROOT, new ConfigTree.Null());
        Settings settings =
                SettingsParser.parse(new ConfigTree.Node(Section.entries(Keys.ROOT, settingsTree, findings)), findings);
        findings.throwIfRefused();
        return new LoadedConfig(
                settings,
                jdbc.only().url(),
                jdbc.only().user(),
                jdbc.only().password(),
                jdbc.dataSources(),
                variables.warnings());
    }

    /**
     * Builds the tree below {@code order-timeout} from dotted names, such as {@code rules.unpaid.timeouts-by[0].timeout}. Names of
     * columns keep their dots; names with other signs stand in brackets.
     *
     * @throws ConfigurationException where two names contradict each other
     */
    public static ConfigTree.Node tree(Map<String, String> properties) {
        Findings findings = new Findings();
        Draft draft = new Draft();
        new LinkedHashMap<>(properties)
                .forEach((key, value) -> draft.put(
                        KeyPath.of(Shape.ORDER_TIMEOUT, key, false),
                        Keys.ROOT,
                        new ConfigTree.Scalar(value),
                        findings));
        ConfigTree.Node tree = asNode(draft.freeze(Keys.ROOT, findings));
        findings.throwIfRefused();
        return tree;
    }

    private static Draft commandLine(List<String> overrides, Findings findings) {
        Draft draft = new Draft();
        for (String override : overrides) {
            String argument = override.startsWith("--") ? override.substring(2) : override;
            int equals = valueStart(argument);
            if (equals <= 0) {
                String key = argument.replaceFirst("[\\s=].*", "");
                findings.refuse("Option --" + key + " has no key or no value: write --KEY=VALUE");
                continue;
            }
            String key = fullKey(argument.substring(0, equals));
            draft.replace(KeyPath.of(Shape.FILE, key, false).steps(), argument.substring(equals + 1));
        }
        return draft;
    }

    /** The first {@code =} outside brackets. */
    private static int valueStart(String argument) {
        int close = argument.indexOf("]=");
        int equals = argument.indexOf('=');
        int open = argument.indexOf('[');
        return close > 0 && open >= 0 && open < equals ? close + 1 : equals;
    }

    private static String fullKey(String key) {
        String shortKey = key.startsWith(Keys.ROOT + ".") ? key.substring(Keys.ROOT.length() + 1) : key;
        return shortKey.startsWith("jdbc.") ? shortKey : Keys.ROOT + "." + shortKey;
    }

    private static ConfigTree.Node asNode(ConfigTree tree) {
        return tree instanceof ConfigTree.Node node ? node : new ConfigTree.Node(Map.of());
    }
}
