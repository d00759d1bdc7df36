package io.github.ordertimeout.config;

import static io.github.ordertimeout.config.Configurations.faults;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigSourcesTest {
    private static final String YAML = """
            # a shop
            order-timeout:
              rules:
                unpaid:
                  table: oms_order
                  id-column: id
                  status-column: status
                  open-status: [0, 9]
                  closed-status: +4
                  paid-status: [1, 2]
                  created-column: create_time
                  timeout: 15m
                  timeouts-by:
                    - {where: {order_type: [1, 2]}, timeout: 5m}
                    - {where: {a.b: not null}, timeout: never}
                  where:
                    delete_status: 0
                    支付 方式: 线下
                    o.x: "not [a, 'b, c']"
                  on-close: {close_time: ":now", remark: "${now}"}
                  also-execute:
                    - UPDATE a SET b = 1, c = 2 WHERE id = :id
                  scan: {batch-size: 7}
              close: {threads: 3}
            jdbc:
              url: jdbc:h2:mem:shop
              user: sa
              password: 007
            """;

    private static final String PROPERTIES = """
            # a shop
            order-timeout.rules.unpaid.table=oms_order
            order-timeout.rules.unpaid.id-column = id
            order-timeout.rules.unpaid.status-column: status
            order-timeout.rules.unpaid.open-status=0, 9
            order-timeout.rules.unpaid.closed-status=+4
            order-timeout.rules.unpaid.paid-status[0]=1
            order-timeout.rules.unpaid.paid-status[1]=2
            order-timeout.rules.unpaid.created-column create_time
            order-timeout.rules.unpaid.timeout=15m
            order-timeout.rules.unpaid.timeouts-by[0].where.order_type=[1, 2]
            order-timeout.rules.unpaid.timeouts-by[0].timeout=5m
            order-timeout.rules.unpaid.timeouts-by[1].where.a.b=not null
            order-timeout.rules.unpaid.timeouts-by[1].timeout=never
            order-timeout.rules.unpaid.where.delete_status=0
            order-timeout.rules.unpaid.where[支付 方式]=线下
            order-timeout.rules.unpaid.where.o.x=not [a, 'b, c']
            order-timeout.rules.unpaid.on-close.close_time=:now
            order-timeout.rules.unpaid.on-close.remark=${now}
            order-timeout.rules.unpaid.also-execute=\\
                UPDATE a SET b = 1, c = 2 WHERE id = :id
            order-timeout.rules.unpaid.scan.batch-size=7
            order-timeout.close.threads=3
            jdbc.url=jdbc:h2:mem:shop
            jdbc.user=sa
            jdbc.password=007
            """;

    @TempDir
    Path directory;

    @Test
    void yamlKeepsEveryText() throws IOException {
        Rule rule = load(file("a.yml", YAML)).settings().rules().get("unpaid");

        assertThat(rule.status().closed()).contains("+4");
        assertThat(rule.selection().where())
                .containsExactly(
                        Map.entry("delete_status", new Condition.In(List.of("0"))),
                        Map.entry("支付 方式", new Condition.In(List.of("线下"))),
                        Map.entry("o.x", new Condition.NotIn(List.of("a", "b, c"))));
        assertThat(rule.onClose().set().get("remark")).isEqualTo(new SetValue.Literal("${now}"));
        assertThat(load(file("a.yml", YAML)).jdbcPassword()).contains("007");
    }

    @Test
    void theSameRuleThroughEverySourceIsTheSame() throws IOException {
        LoadedConfig expected = load(file("a.yml", YAML));

        assertThat(load(file("a.yaml", YAML))).isEqualTo(expected);
        assertThat(load(file("a.properties", PROPERTIES))).isEqualTo(expected);
        assertThat(load(file("crlf.properties", PROPERTIES.replace("\n", "\r\n"))))
                .isEqualTo(expected);
        assertThat(load(file("bom.yml", "\uFEFF" + YAML))).isEqualTo(expected);

        Map<String, String> properties = PropertiesText.read("", PROPERTIES, new Findings());
        List<String> overrides = new ArrayList<>();
        properties.forEach(
                (key, value) -> overrides.add("--" + key.replaceFirst("^order-timeout\\.", "") + "=" + value));
        assertThat(ConfigSources.load(Optional.empty(), overrides, Map.of())).isEqualTo(expected);

        Map<String, String> below = new LinkedHashMap<>();
        properties.forEach((key, value) -> {
            if (key.startsWith("order-timeout.")) {
                below.put(key.substring("order-timeout.".length()), value);
            }
        });
        assertThat(SettingsParser.parse(ConfigSources.tree(below))).isEqualTo(expected.settings());
    }

    @Test
    void theSameRuleThroughTheEnvironmentIsTheSame() throws IOException {
        LoadedConfig expected = load(file("a.yml", YAML));
        String names = YAML.replaceAll(
                "(?m)(table|column|status|timeout|delete_status|close_time|threads|url|user|password):"
                        + " [^{}\\[\\n]+$",
                "$1: x");
        Map<String, String> environment = new LinkedHashMap<>();
        PropertiesText.read("", PROPERTIES, new Findings())
                .forEach((key, value) -> environment.put(
                        "ORDER_TIMEOUT_"
                                + key.replaceFirst("^order-timeout\\.", "")
                                        .replaceAll("[^\\p{L}\\p{N}]+", "_")
                                        .toUpperCase(Locale.ROOT),
                        value));
        environment.keySet().removeIf(name -> name.matches(".*PAID_STATUS_\\d_"));
        environment.put("ORDER_TIMEOUT_RULES_UNPAID_PAID_STATUS", "[1, 2]");

        assertThat(ConfigSources.load(Optional.of(file("names.yml", names)), List.of(), environment))
                .isEqualTo(expected);
    }

    @Test
    void dottedKeysInYamlAreTheSame() throws IOException {
        LoadedConfig loaded = load(file("a.yml", """
                order-timeout.rules.unpaid.table: oms_order
                order-timeout:
                  rules.unpaid:
                    id-column: id
                    timeouts-by[0]: {where: {a.b: 1}, timeout: 5m}
                    scan.batch-size: 7
                    where.my.col: 1
                    where: {other.col: 2}
                  rules:
                    unpaid.status-column: status
                    unpaid.open-status: [0]
                    unpaid:
                      closed-status: 4
                      created-column: c
                      timeout: 15m
                    v1.2: {table: t, id-column: id, status-column: s, open-status: 0, closed-status: 4, due-column: d}
                jdbc.url: jdbc:h2:mem:shop
                """));

        Rule rule = loaded.settings().rules().get("unpaid");
        assertThat(loaded.settings().rules()).containsOnlyKeys("unpaid", "v1.2");
        assertThat(rule.table()).isEqualTo("oms_order");
        assertThat(rule.scan().batchSize()).isEqualTo(7);
        assertThat(rule.selection().where()).containsOnlyKeys("my.col", "other.col");
        assertThat(rule.deadline().timeoutsBy().get(0).where()).containsOnlyKeys("a.b");
        assertThat(loaded.jdbcUrl()).contains("jdbc:h2:mem:shop");
    }

    @Test
    void theCommandLineWinsOverTheEnvironmentAndThatOverTheFile() throws IOException {
        Path file = file("a.yml", YAML);
        Map<String, String> environment = Map.of(
                "ORDER_TIMEOUT_RULES_UNPAID_TIMEOUT", "20m",
                "ORDER_TIMEOUT_RULES_UNPAID_TIMEOUTS_BY_0_TIMEOUT", "6m",
                "ORDER_TIMEOUT_RULES_UNPAID_WHERE_DELETE_STATUS", "5",
                "ORDER_TIMEOUT_SCAN_BATCH_SIZE", "8",
                "ORDER_TIMEOUT_CLOSE_THREADS", "4",
                "ORDER_TIMEOUT_JDBC_URL", "jdbc:h2:mem:other");

        LoadedConfig loaded = ConfigSources.load(
                Optional.of(file),
                List.of(
                        "--rules.unpaid.timeout=25m",
                        "--order-timeout.close.threads=5",
                        "close.threads=6",
                        "--rules.unpaid.open-status[1]=8",
                        "--rules.unpaid.on-close.remark=a=b",
                        "--rules.unpaid.where[x=y]=z",
                        "--jdbc.user=root"),
                environment);

        Rule rule = loaded.settings().rules().get("unpaid");
        assertThat(rule.deadline().timeout()).isEqualTo(Term.of(Duration.ofMinutes(25)));
        assertThat(rule.deadline().timeoutsBy().get(0).timeout()).isEqualTo(Term.of(Duration.ofMinutes(6)));
        assertThat(rule.status().open()).containsExactly("0", "8");
        assertThat(rule.selection().where())
                .containsEntry("delete_status", new Condition.In(List.of("5")))
                .containsEntry("x=y", new Condition.In(List.of("z")));
        assertThat(rule.onClose().set()).containsEntry("remark", new SetValue.Literal("a=b"));
        assertThat(rule.scan().batchSize()).isEqualTo(7);
        assertThat(rule.close().threads()).isEqualTo(6);
        assertThat(loaded.jdbcUrl()).contains("jdbc:h2:mem:other");
        assertThat(loaded.jdbcUser()).contains("root");
        assertThat(loaded.warnings()).isEmpty();
    }

    @Test
    void aListFromTheCommandLineReplacesTheFiles() throws IOException {
        LoadedConfig loaded =
                ConfigSources.load(Optional.of(file("a.yml", YAML)), List.of("--rules.unpaid.open-status=5"), Map.of());

        assertThat(loaded.settings().rules().get("unpaid").status().open()).containsExactly("5");
    }

    @ParameterizedTest
    @CsvSource({
        "ORDER_TIMEOUT_PORT, is ignored.",
        "ORDER_TIMEOUT_SERVICE_HOST, is ignored.",
        "ORDER_TIMEOUT_RULES_OTHER_TIMEOUT, no configured rule",
        "ORDER_TIMEOUT_SCAN_INTERVALL, did you mean ORDER_TIMEOUT_SCAN_INTERVAL?",
        "ORDER_TIMEOUT_SCAN, is ignored."
    })
    void anUnknownVariableIsAWarning(String variable, String why) throws IOException {
        LoadedConfig loaded =
                ConfigSources.load(Optional.of(file("a.yml", YAML)), List.of(), Map.of(variable, "geheim"));

        assertThat(loaded.warnings())
                .singleElement()
                .asString()
                .contains(variable, why)
                .doesNotContain("geheim");
        assertThat(loaded.settings()).isEqualTo(load(file("a.yml", YAML)).settings());
    }

    @Test
    void variablesOfOthersAreNobodysBusiness() {
        LoadedConfig loaded = ConfigSources.load(
                Optional.empty(), List.of(), Map.of("ORDER_TIMEOUT_TEST_POSTGRES_URL", "x", "PATH", "y", "ORDER", "z"));

        assertThat(loaded.warnings()).isEmpty();
        assertThat(loaded.settings().warnings()).hasSize(1);
    }

    @Test
    void aVariableThatCouldMeanTwoRulesIsAWarning() {
        LoadedConfig loaded = ConfigSources.load(
                Optional.empty(), ruleOnTheCommandLine("a-b", "a_b"), Map.of("ORDER_TIMEOUT_RULES_A_B_TIMEOUT", "1m"));

        assertThat(loaded.warnings()).singleElement().asString().contains("could mean several settings");
    }

    @Test
    void aBadValueInTheEnvironmentIsAFault() {
        assertThat(faults(() ->
                        ConfigSources.load(Optional.empty(), List.of(), Map.of("ORDER_TIMEOUT_SCAN_INTERVAL", "15"))))
                .singleElement()
                .asString()
                .startsWith("order-timeout.scan.interval is \"15\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--foo=1          | order-timeout.foo is not a key",
                "--rules.r.tabel=x | order-timeout.rules.r.tabel is not a key; did you mean `table`?",
                "--jdbc.pasword=geheim | jdbc.pasword is not a key; did you mean `password`?",
                "--dry-run        | Option --dry-run has no key or no value: write --KEY=VALUE.",
                "--=geheim        | Option -- has no key or no value: write --KEY=VALUE."
            })
    void unknownOptionsAreFaults(String option, String sentence) {
        assertThat(faults(() -> ConfigSources.load(Optional.empty(), List.of(option), Map.of())))
                .anySatisfy(fault -> assertThat(fault).startsWith(sentence))
                .noneSatisfy(fault -> assertThat(fault).contains("geheim"));
    }

    @Test
    void anchorsAndMergesShareWhatRulesHaveInCommon() throws IOException {
        LoadedConfig loaded = load(file("a.yml", """
                order-timeout:
                  rules:
                    a: &least
                      table: t
                      id-column: id
                      status-column: s
                      open-status: &open [0]
                      closed-status: 4
                      created-column: c
                      timeout: 15m
                    b:
                      <<: *least
                      timeout: 5m
                    c:
                      <<: [*least]
                      open-status: *open
                """));

        Map<String, Rule> rules = loaded.settings().rules();
        assertThat(rules.get("b").table()).isEqualTo("t");
        assertThat(rules.get("b").deadline().timeout()).isEqualTo(Term.of(Duration.ofMinutes(5)));
        assertThat(rules.get("c").status().open()).containsExactly("0");
    }

    @Test
    void aliasesCannotFillTheMemory() throws IOException {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, String.join(", ", Collections.nCopies(10, "*a" + (i - 1)))));
        }
        Path file = file("bomb.yml", bomb.toString());

        assertThat(faults(() -> load(file))).singleElement().asString().contains("more than 100000 values");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 1\\n  b: 2                     | line 2 column 4: this is not YAML",
                "order-timeout: {a: [1            | line 1 column",
                "a:\\n\\tb: 1                        | line 2 column 1: this is not YAML",
                "password: \"geheim               | line 1 column",
                "password: geheim: x              | line 1 column",
                "order-timeout:\\n  scan: {}\\n  scan: {} | line 3 column 3: the key scan is given twice: keep one.",
                "jdbc: {url: a}\\njdbc.url: b      | jdbc.url is given twice: keep one.",
                "jdbc.url: b\\njdbc: geheim        | jdbc is given twice: keep one.",
                "jdbc: geheim                     | jdbc must hold keys below it, not a text.",
                "jdbc: {url: [geheim]}            | jdbc.url must be a single value, not a list.",
                "a: 1\\n---\\nb: 1                  | line 3 column 1: another document begins",
                "- a                              | holds a list, but it must hold keys: begin with order-timeout:",
                "text                             | holds a text, but it must hold keys: begin with order-timeout:",
                "a: *b                            | *b points at no map or list",
                "<<: 1                            | << takes a map to merge",
                "rules: {}                        | rules is not a key here: `rules` belongs under order-timeout.",
                "order_timeout: {}                | order_timeout is not a key; did you mean `order-timeout`?",
                "server: {port: 1}                | server is not a key; the file holds order-timeout, jdbc.",
                "order-timeout: x                 | order-timeout must hold keys below it, not a text.",
                "order-timeout: {jdbc: {url: x}}  | order-timeout.jdbc is not a key here: `jdbc` belongs at the top level of the file."
            })
    void brokenYaml(String lines, String sentence) throws IOException {
        Path file = file("broken.yml", lines.replace("\\n", "\n").replace("\\t", "\t"));

        assertThat(faults(() -> load(file)))
                .anySatisfy(fault -> assertThat(fault).contains(sentence))
                .noneSatisfy(fault -> assertThat(fault).contains("geheim"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "jdbc.url=a\\njdbc.url=b           | line 2: jdbc.url is given twice: keep one.",
                "jdbc.url=a\\njdbc.url.b=geheim    | jdbc.url is given twice, once as a value and once with keys",
                "jdbc.url=\\u12                    | line 1: \\u is not followed by four hexadecimal digits",
                "\\n# x\\njdbc[url=geheim            | line 3: a [ in the key is not closed",
                "order-timeout.rules.r.open-status[1]=0 | order-timeout.rules.r.open-status[1] is given, but order-timeout.rules.r.open-status[0] is not",
                "order-timeout.rules.r.where.a[0]=1\\norder-timeout.rules.r.where.a=2 | order-timeout.rules.r.where.a is given twice",
                "order-timeout.rules.unpaid.tabel=x | order-timeout.rules.unpaid.tabel is not a key; did you mean `table`?",
                "rules.r.table=x                  | rules is not a key here: `rules` belongs under order-timeout.",
                "noseparator                      | noseparator is not a key"
            })
    void brokenProperties(String lines, String sentence) throws IOException {
        Path file = file("broken.properties", lines.replace("\\n", "\n"));

        assertThat(faults(() -> load(file)))
                .anySatisfy(fault -> assertThat(fault).contains(sentence))
                .noneSatisfy(fault -> assertThat(fault).contains("geheim"));
    }

    @Test
    void propertiesKnowTheUsualEscapes() {
        Map<String, String> read = PropertiesText.read(
                "x", "! c\n a\\ b\\=c = d\\te\\\\ \\u4e2d\\\n   f \nempty\ng[h i=j]:k\n", new Findings());

        assertThat(read)
                .containsExactly(Map.entry("a b=c", "d\te\\ 中f"), Map.entry("empty", ""), Map.entry("g[h i=j]", "k"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n", "---\n", "order-timeout:\n", "order-timeout: {}\n...\n"})
    void anEmptyFileClosesNothing(String text) throws IOException {
        assertThat(load(file("empty.yml", text)).settings().warnings())
                .containsExactly("order-timeout.rules is empty: no order will be closed.");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        Path missing = directory.resolve("missing.yml");
        assertThat(faults(() -> load(missing))).singleElement().asString().contains("missing.yml does not exist");

        assertThat(faults(() -> load(directory))).singleElement().asString().contains("is not named *.yml");

        Path folder = Files.createDirectory(directory.resolve("folder.yml"));
        assertThat(faults(() -> load(folder))).singleElement().asString().contains("folder.yml is a directory");

        Path other = file("shop.json", "{}");
        assertThat(faults(() -> load(other)))
                .singleElement()
                .asString()
                .contains("shop.json is not named *.yml, *.yaml or *.properties");

        Path latin = directory.resolve("latin.yml");
        Files.write(latin, "a: 1\nb: é".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(faults(() -> load(latin)))
                .singleElement()
                .asString()
                .contains("latin.yml is not UTF-8 at line 2 column 4: save it in UTF-8");

        Path utf16 = directory.resolve("utf16.properties");
        Files.write(utf16, "a=1".getBytes(StandardCharsets.UTF_16));
        assertThat(faults(() -> load(utf16))).singleElement().asString().contains("is not UTF-8 at line 1 column 1");
    }

    @Test
    void thePasswordIsInNoText() throws IOException {
        LoadedConfig loaded = load(file("a.yml", """
                jdbc:
                  url: jdbc:mysql://shop:geheim@host/db?password=geheim
                  password: geheim
                """));

        assertThat(loaded.toString()).doesNotContain("geheim").contains("***");
        assertThat(loaded.shownJdbcUrl().orElseThrow()).doesNotContain("geheim").startsWith("jdbc:mysql://shop:***@");
        assertThat(loaded.jdbcUrl().orElseThrow()).contains("geheim");
        assertThat(loaded.jdbcPassword()).contains("geheim");
    }

    private static List<String> ruleOnTheCommandLine(String... names) {
        List<String> overrides = new ArrayList<>();
        for (String name : names) {
            Configurations.LEAST
                    .lines()
                    .forEach(line -> overrides.add("--rules." + name + "." + line.replaceFirst(": ", "=")));
        }
        return overrides;
    }

    private static LoadedConfig load(Path file) {
        return ConfigSources.load(Optional.of(file), List.of(), Map.of());
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
