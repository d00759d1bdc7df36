package io.github.ordertimeout.config;

import java.util.List;

/** Configurations for tests, written as people write them. */
final class Configurations {
    /** The least that a rule must say. */
    static final String LEAST = """
            table: orders
            id-column: id
            status-column: status
            open-status: [0]
            closed-status: 4
            created-column: created
            timeout: 30m
            """;

    private Configurations() {}

    /** The tree of a whole YAML file. */
    static ConfigTree.Node file(String yaml) {
        Findings findings = new Findings();
        Draft draft = new Draft();
        draft.fill(Shape.FILE, "", YamlText.read("test.yml", yaml, findings), findings);
        ConfigTree tree = draft.freeze("", findings);
        findings.throwIfRefused();
        return (ConfigTree.Node) tree;
    }

    /** Settings from what stands below {@code order-timeout}. */
    static Settings settings(String yaml) {
        ConfigTree.Node file = file("order-timeout:\n" + yaml.indent(2));
        return SettingsParser.parse((ConfigTree.Node) file.entries().get("order-timeout"));
    }

    /** A rule of exactly these lines. */
    static Rule onlyRule(String yaml) {
        return settings("rules:\n  r:\n" + yaml.indent(4)).rules().get("r");
    }

    /** The least rule and these lines. */
    static Rule rule(String yaml) {
        return onlyRule(LEAST + yaml);
    }

    /** The least rule without one key, and these lines. */
    static Rule ruleWithout(String key, String yaml) {
        return onlyRule(LEAST.replaceAll("(?m)^" + key + ":.*\n", "") + yaml);
    }

    /** The settings around the least rule and these lines. */
    static Settings around(String yaml) {
        return settings("rules:\n  r:\n" + (LEAST + yaml).indent(4));
    }

    /** Every fault of what is read. */
    static List<String> faults(Runnable reading) {
        try {
            reading.run();
            return List.of();
        } catch (ConfigurationException e) {
            return e.faults();
        }
    }
}
