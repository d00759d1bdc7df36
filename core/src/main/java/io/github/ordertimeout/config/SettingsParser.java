package io.github.ordertimeout.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads everything below {@code order-timeout} from text, whatever file, command line or framework the text came from. Texts keep
 * the meaning they have in the database: {@code +1}, {@code no} and {@code 007} stay what they are.
 */
public final class SettingsParser {
    private static final int LONGEST_NAME = 100;

    private final Findings findings;

    private SettingsParser(Findings findings) {
        this.findings = findings;
    }

    /**
     * Reads the node below {@code order-timeout}.
     *
     * @throws ConfigurationException with every fault: the full key, what is wrong and what would be right
     */
    public static Settings parse(ConfigTree.Node orderTimeout) {
        Findings findings = new Findings();
        Settings settings = parse(orderTimeout, findings);
        findings.throwIfRefused();
        return settings;
    }

    /** The settings; good for nothing once a fault was found. */
    static Settings parse(ConfigTree.Node orderTimeout, Findings findings) {
        return new SettingsParser(findings).read(orderTimeout);
    }

    private Settings read(ConfigTree.Node orderTimeout) {
        new UnknownKeys(findings).check(Keys.ROOT, Shape.ORDER_TIMEOUT, orderTimeout);
        Section top = Section.of(Keys.ROOT, orderTimeout, findings);
        boolean enabled = new Values(top).flag("enabled", true);
        EngineParser.scan(top.child("scan"));
        EngineParser.close(top.child("close"));
        EngineParser.payment(top.child("payment"));
        ReleaseSettings release = EngineParser.release(top.child("release"));
        EngineParser.safety(top.child("safety"));
        CompensationSettings compensation = EngineParser.compensation(top.child("compensation"));
        HealthSettings health = EngineParser.health(top.child("health"));
        TableSettings tables = EngineParser.tables(top.child("tables"));
        Map<String, Rule> rules = rules(top);
        checkSharedInventory(top, rules);
        return new Settings(enabled, rules, release, compensation, health, tables, findings.warnings());
    }

    private Map<String, Rule> rules(Section top) {
        Map<String, Rule> rules = new LinkedHashMap<>();
        if (!top.has("rules")) {
            findings.warn(Keys.ROOT + ".rules is empty: no order will be closed");
            return rules;
        }
        String path = top.path("rules");
        Map<String, ConfigTree> trees =
                Section.entries(path, top.entry("rules").orElseThrow().tree(), findings);
        trees.forEach((name, tree) -> {
            checkName(path, name);
            Section rule = Section.of(Keys.child(path, name), tree, findings);
            if (PhysicalShards.areIn(rule) && tree instanceof ConfigTree.Node node) {
                PhysicalShards.rules(name, Keys.child(path, name), rule, node, top)
                        .forEach(shard -> add(rules, shard, path));
            } else {
                add(rules, new RuleParser(name, rule, top).parse(), path);
            }
        });
        return rules;
    }

    private void add(Map<String, Rule> rules, Rule rule, String path) {
        checkName(path, rule.name());
        if (rules.putIfAbsent(rule.name(), rule) != null) {
            findings.refuse(
                    path,
                    "has two rules named " + Secrets.quoted(rule.name())
                            + ", one of them a shard of the other's name: give it another name");
        }
    }

    private void checkName(String path, String name) {
        if (name.isBlank()) {
            findings.refuse(path, "has a rule without a name: give it one");
        } else if (name.codePointCount(0, name.length()) > LONGEST_NAME) {
            findings.refuse(
                    path,
                    "has a rule named " + Secrets.quoted(name) + ": at most " + LONGEST_NAME + " characters will do");
        } else if (name.codePoints().anyMatch(Character::isISOControl)) {
            findings.refuse(
                    path, "has a rule named " + Secrets.quoted(name) + " with control characters: take them out");
        }
    }

    private void checkSharedInventory(Section top, Map<String, Rule> rules) {
        if (top.child("inventory").isEmpty()) {
            return;
        }
        Map<String, String> tables = new LinkedHashMap<>();
        rules.forEach((name, rule) -> tables.putIfAbsent(rule.table(), name));
        tables.remove("");
        if (tables.size() > 1) {
            String shown = tables.entrySet().stream()
                    .map(entry -> entry.getValue() + " on " + entry.getKey())
                    .collect(Collectors.joining(", "));
            findings.refuse(
                    Keys.ROOT + ".inventory",
                    "stands at the top level, but the rules are on several tables (" + shown
                            + "): move it into the rules that need it");
        }
    }
}
