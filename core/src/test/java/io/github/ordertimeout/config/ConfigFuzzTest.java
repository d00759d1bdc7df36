package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Whatever stands in a configuration, the answer is settings or a {@link ConfigurationException}. */
class ConfigFuzzTest {
    private static final long SEED = Long.getLong("order-timeout.fuzz.seed", 20_260_101L);
    private static final int MUTATIONS = 2_000;

    private static final String VALID = """
            order-timeout:
              enabled: true
              rules:
                unpaid: &unpaid
                  table: oms_order
                  id-column: id
                  number-column: order_sn
                  status-column: status
                  open-status: [0, '9']
                  closed-status: 4
                  paid-status: 1, 2
                  due-column: expire_time
                  created-column: create_time
                  timeout: 1h30m
                  timeouts-by:
                    - {where: {order_type: [1, 2]}, timeout: PT5M}
                    - {where: {a.b: not null}, timeout: never}
                  time-kind: epoch-millis
                  time-zone: Asia/Shanghai
                  grace: 5s
                  where: {delete_status: 0, x: "not [a, 'b, c']", y: ">= 5"}
                  where-sql: o.total::int > 0 AND o.note <> ':x' -- why
                  paid-evidence: {pay_time: not null}
                  on-close: {close_time: ":now", n: increment, m: "sql:coalesce(a, 'b')"}
                  also-execute:
                    - >-
                      UPDATE a SET b = $t$ : $t$, c = :now WHERE id = :id AND d = :column."x y"
                  inventory:
                    item-table: items
                    item-order-column: order_id
                    stock-table: stock
                    stock-keys: {id: sku, w: order.w}
                    reserved-column: locked
                  scan: {interval: 1s}
                "b c": {<<: *unpaid, timeout: 0}
              scan: {batch-size: 7, zone: UTC}
              close: {mode: dry-run}
              tables: {prefix: ot_}
            """;

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "0",
            "-1",
            "+1",
            "15",
            "1e9",
            "99999999999999999999",
            "15m",
            "-5s",
            "P1M",
            "never",
            "true",
            "no",
            "null",
            "线下",
            "${now}",
            ":now",
            ":x",
            "sql:",
            "sql:a;b",
            "[",
            "]",
            "[]",
            "[a,",
            "['",
            "{}",
            "not",
            "not [",
            "is null",
            ">",
            "= x",
            "'",
            "\"",
            "`",
            "$$",
            "/*",
            "--",
            "::",
            ":column.",
            ":column.\"",
            "(",
            "\u0000",
            "\uD83D\uDE00",
            "\uD83D",
            "Asia/Nowhere",
            "off",
            "order.",
            "number",
            "😀".repeat(200));

    @Test
    void mutatedTreesEndWell() {
        Random random = new Random(SEED);
        ConfigTree.Node valid =
                (ConfigTree.Node) Configurations.file(VALID).entries().get("order-timeout");
        assertThat(SettingsParser.parse(valid).rules()).hasSize(2);

        each((i, tree) -> SettingsParser.parse((ConfigTree.Node) tree), () -> {
            ConfigTree tree = valid;
            for (int n = 1 + random.nextInt(4); n > 0; n--) {
                tree = mutated(tree, random);
            }
            return tree instanceof ConfigTree.Node ? tree : valid;
        });
    }

    @Test
    void mutatedFilesEndWell() {
        Random random = new Random(SEED);
        each((i, text) -> SettingsParser.parse(Configurations.file(text)), () -> mutatedText(VALID, random));
        each(
                (i, text) -> {
                    Findings findings = new Findings();
                    Map<String, String> read = PropertiesText.read("x.properties", text, findings);
                    findings.throwIfRefused();
                    SettingsParser.parse(ConfigSources.tree(read));
                },
                () -> mutatedText(VALID.replaceAll("(?m)^ *([a-z-]+): ", "rules.unpaid.$1="), random));
    }

    private interface Reading<T> {
        void read(int i, T input);
    }

    private static <T> void each(Reading<T> reading, Supplier<T> inputs) {
        for (int i = 0; i < MUTATIONS; i++) {
            T input = inputs.get();
            try {
                reading.read(i, input);
            } catch (ConfigurationException e) {
                assertThat(e.faults()).isNotEmpty().noneMatch(String::isBlank);
            } catch (RuntimeException | StackOverflowError e) {
                fail("Mutation %d of -Dorder-timeout.fuzz.seed=%d:%n%s".formatted(i, SEED, input), e);
            }
        }
    }

    private static String mutatedText(String text, Random random) {
        StringBuilder mutated = new StringBuilder(text);
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            int from = random.nextInt(mutated.length());
            int to = Math.min(mutated.length(), from + random.nextInt(6));
            mutated.replace(from, to, random.nextBoolean() ? "" : TEXTS.get(random.nextInt(TEXTS.size())));
        }
        return mutated.toString();
    }

    /** Descends to a random place and changes what is there. */
    private static ConfigTree mutated(ConfigTree tree, Random random) {
        if (random.nextInt(8) > 0) {
            if (tree instanceof ConfigTree.Node node && !node.entries().isEmpty()) {
                return mutatedNode(node, random);
            }
            if (tree instanceof ConfigTree.Items items && !items.items().isEmpty()) {
                int index = random.nextInt(items.items().size());
                List<ConfigTree> changed = new ArrayList<>(items.items());
                changed.set(index, mutated(changed.get(index), random));
                return new ConfigTree.Items(changed);
            }
        }
        ConfigTree text = new ConfigTree.Scalar(TEXTS.get(random.nextInt(TEXTS.size())));
        return switch (random.nextInt(7)) {
            case 0 -> new ConfigTree.Null();
            case 1 -> new ConfigTree.Items(List.of(text, tree));
            case 2 -> new ConfigTree.Node(Map.of(TEXTS.get(random.nextInt(TEXTS.size())), tree));
            case 3 -> new ConfigTree.Items(List.of());
            default -> text;
        };
    }

    private static ConfigTree mutatedNode(ConfigTree.Node node, Random random) {
        Map<String, ConfigTree> entries = new LinkedHashMap<>(node.entries());
        String key = List.copyOf(entries.keySet()).get(random.nextInt(entries.size()));
        UnaryOperator<ConfigTree> change =
                switch (random.nextInt(10)) {
                    case 0 -> value -> null;
                    case 1 ->
                        value -> {
                            entries.put(TEXTS.get(random.nextInt(TEXTS.size())), value);
                            return value;
                        };
                    default -> value -> mutated(value, random);
                };
        ConfigTree changed = change.apply(entries.get(key));
        if (changed == null) {
            entries.remove(key);
        } else {
            entries.put(key, changed);
        }
        return new ConfigTree.Node(entries);
    }
}
