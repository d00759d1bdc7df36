package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A rule whose orders lie in several tables ({@code tables}) or data sources ({@code data-sources}) is one rule for each of them:
 * {@code unpaid@ds0.orders_07}. Its keys are the same for all, but for {@code {table}} and {@code {shard}} in their values.
 */
final class PhysicalShards {
    private static final String TABLES = "tables";
    private static final String DATA_SOURCES = "data-sources";
    private static final int MOST = 1024;
    private static final Pattern RANGE = Pattern.compile("\\{(\\d{1,9})\\.\\.(\\d{1,9})\\}");

    private final String path;
    private final Section rule;
    private final ConfigTree.Node tree;

    private PhysicalShards(String path, Section rule, ConfigTree.Node tree) {
        this.path = path;
        this.rule = rule;
        this.tree = tree;
    }

    /** A name that a pattern stands for, and what stands in it for the pattern's last range. */
    private record Named(String name, Optional<String> number) {}

    /** One table in one data source. */
    private record Place(String dataSource, String table, Optional<String> number) {
        boolean isTheSame(Place other) {
            return dataSource.equals(other.dataSource) && table.equals(other.table);
        }
    }

    /** Whether the rule names several tables or data sources. */
    static boolean areIn(Section rule) {
        return rule.has(TABLES) || rule.has(DATA_SOURCES);
    }

    /** The name of the rule of one shard. */
    static String ruleName(PhysicalShard shard, String table) {
        return shard.rule() + "@" + (shard.dataSource().isEmpty() ? "" : shard.dataSource() + ".") + table;
    }

    /** The rules of all shards; good for nothing once a fault was found. */
    static List<Rule> rules(String name, String path, Section rule, ConfigTree.Node tree, Section top) {
        return new PhysicalShards(path, rule, tree).rules(name, top);
    }

    private List<Rule> rules(String name, Section top) {
        List<Place> places = places();
        boolean severalTables = places.stream().map(Place::table).distinct().count() > 1;
        List<Rule> rules = new ArrayList<>();
        Findings findings = rule.findings();
        for (Place place : places) {
            // What is to be said of the first is to be said of all, once.
            Findings own = rules.isEmpty() ? findings : new Findings();
            Section written = Section.of(path, at(place, severalTables), own);
            rules.add(new RuleParser(name, written, top, Optional.of(new PhysicalShard(name, place.dataSource())))
                    .parse());
            if (!findings.sound()) {
                break;
            }
            findings.refuseAll(own);
        }
        return rules;
    }

    private List<Place> places() {
        Values values = new Values(rule);
        List<Named> dataSources = expanded(DATA_SOURCES, values.list(DATA_SOURCES));
        Set<String> names = dataSources.stream().map(Named::name).collect(Collectors.toCollection(LinkedHashSet::new));
        if (rule.has(TABLES) && rule.has("table")) {
            rule.refuse(TABLES, "stands beside `table`: keep one of them");
        }
        List<Named> tables = rule.has(TABLES)
                ? expanded(TABLES, values.list(TABLES))
                : values.text("table").stream()
                        .map(table -> new Named(table, Optional.empty()))
                        .toList();
        if (tables.isEmpty() && rule.findings().sound()) {
            rule.refuse("table", "is required: name the table of the orders, or all of them in `tables`");
        }
        List<Place> places = new ArrayList<>();
        for (Named table : tables) {
            int dot = table.name().indexOf('.');
            String before = dot < 0 ? "" : table.name().substring(0, dot);
            if (names.contains(before)) {
                add(places, new Place(before, table.name().substring(dot + 1), table.number()));
            } else if (names.isEmpty()) {
                add(places, new Place("", table.name(), table.number()));
            } else {
                names.forEach(name -> add(places, new Place(name, table.name(), table.number())));
            }
        }
        for (String name : names) {
            if (places.stream().noneMatch(place -> place.dataSource().equals(name))) {
                rule.refuse(DATA_SOURCES, "names " + Secrets.quoted(name) + ", but no table of `tables` lies there");
            }
        }
        return places;
    }

    private void add(List<Place> places, Place place) {
        if (places.stream().anyMatch(place::isTheSame)) {
            rule.refuse(TABLES, "names " + Secrets.quoted(place.table()) + " twice: each table is one shard");
        } else if (places.size() == MOST) {
            rule.refuse(TABLES, "stands for more than " + MOST + " shards: give some of them to another rule");
        } else if (places.size() < MOST) {
            places.add(place);
        }
    }

    private List<Named> expanded(String key, List<String> patterns) {
        List<Named> names = new ArrayList<>();
        for (String pattern : patterns) {
            rule.read(rule.path(key), pattern.strip(), PhysicalShards::expanded).ifPresent(names::addAll);
        }
        return names;
    }

    private static List<Named> expanded(String pattern) {
        if (pattern.isEmpty()) {
            throw new RefusedValueException("holds a blank name: take it out");
        }
        List<Named> names = List.of(new Named(pattern, Optional.empty()));
        while (RANGE.matcher(names.get(0).name()).find()) {
            names = names.stream().flatMap(name -> firstRange(name).stream()).toList();
            if (names.size() > MOST) {
                throw new RefusedValueException("is " + Secrets.quoted(pattern) + ", which stands for more than " + MOST
                        + " names: give some of them to another rule");
            }
        }
        if (pattern.contains("{") && names.get(0).name().contains("{")) {
            throw new RefusedValueException(
                    "is " + Secrets.quoted(pattern) + ", but a pattern is written {0..7} or {00..63}");
        }
        return names;
    }

    private static List<Named> firstRange(Named name) {
        Matcher range = RANGE.matcher(name.name());
        if (!range.find()) {
            return List.of(name);
        }
        String from = range.group(1);
        String to = range.group(2);
        int first = Integer.parseInt(from);
        int last = Integer.parseInt(to);
        if (last < first || last - first >= MOST) {
            throw new RefusedValueException("holds " + range.group()
                    + ", but a range goes from the smaller number to the" + " larger one, over at most " + MOST);
        }
        boolean padded = from.length() > 1 && from.startsWith("0");
        List<Named> names = new ArrayList<>();
        for (int number = first; number <= last; number++) {
            String digits = Integer.toString(number);
            String text = padded ? "0".repeat(Math.max(0, from.length() - digits.length())) + digits : digits;
            names.add(new Named(
                    name.name().substring(0, range.start()) + text + name.name().substring(range.end()),
                    Optional.of(text)));
        }
        return names;
    }

    /** What the rule says of this one. */
    private ConfigTree at(Place place, boolean severalTables) {
        Map<String, ConfigTree> entries = new LinkedHashMap<>();
        UnaryOperator<String> filled = text -> filled(text, place);
        tree.entries().forEach((key, value) -> entries.put(key, filled(value, filled)));
        entries.remove(TABLES);
        entries.remove(DATA_SOURCES);
        entries.put("table", new ConfigTree.Scalar(place.table()));
        if (severalTables && rule.has("source")) {
            new Values(rule)
                    .text("source")
                    .filter(source -> !source.contains("{table}") && !source.contains("{shard}"))
                    .ifPresent(source -> entries.put("source", new ConfigTree.Scalar(source + "." + place.table())));
        }
        return new ConfigTree.Node(entries);
    }

    private String filled(String text, Place place) {
        if (text.contains("{shard}") && place.number().isEmpty()) {
            rule.refuse(
                    TABLES,
                    "gives table " + Secrets.quoted(place.table()) + " no number, but " + Secrets.quoted(text)
                            + " needs one for {shard}: write `tables` as a pattern, orders_{00..63} for example");
            return text;
        }
        return text.replace("{table}", place.table())
                .replace("{shard}", place.number().orElse(""));
    }

    private static ConfigTree filled(ConfigTree value, UnaryOperator<String> text) {
        if (value instanceof ConfigTree.Scalar scalar) {
            return new ConfigTree.Scalar(text.apply(scalar.text()));
        }
        if (value instanceof ConfigTree.Items list) {
            return new ConfigTree.Items(
                    list.items().stream().map(item -> filled(item, text)).toList());
        }
        if (value instanceof ConfigTree.Node node) {
            Map<String, ConfigTree> entries = new LinkedHashMap<>();
            node.entries().forEach((key, below) -> entries.put(key, filled(below, text)));
            return new ConfigTree.Node(entries);
        }
        return value;
    }
}
