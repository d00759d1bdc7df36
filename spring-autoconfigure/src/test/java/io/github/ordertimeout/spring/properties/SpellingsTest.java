package io.github.ordertimeout.spring.properties;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.StandardEnvironment;

@DisplayName("what is written in application.yml means what it means to the runner")
class SpellingsTest {
    private static final String RULE = """
            order-timeout:
              rules:
                %s:
                  table: orders
                  id-column: id
                  status-column: status
                  open-status: %s
                  closed-status: %s
                  created-column: created_at
                  timeout: %s
                  where:
                    %s: %s
            """;

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "[{index}] {0}")
    @DisplayName("a value")
    @ValueSource(
            strings = {
                "+1",
                "no",
                "No",
                "on",
                "y",
                "true",
                "线下",
                "\"FLASH SALE\"",
                "FLASH SALE",
                "15",
                "${now}",
                "null",
                "~",
                "",
                "''",
                "'null'",
                "\"+1\"",
                "0123",
                "0o17",
                "1_000",
                "1.10",
                "0x1F",
                "0b11",
                "1e3",
                ".inf",
                "12:30:45",
                "2024-01-01",
                "!!str 7",
                "[a, +1, no]",
                "[]",
                "{}",
                "[0123, 'x, y', 线下]",
                "not no",
                "[null]",
                "'> 010'",
                "=",
                "|-\n          two\n          lines"
            })
    void value(String text) throws IOException {
        same(RULE.formatted("unpaid", "0", "4", "15m", "kind", text));
        same(RULE.formatted("unpaid", text, "closed", "15m", "kind", "1"));
        same(RULE.formatted("unpaid", "0", text, "15m", "kind", "1"));
        same(RULE.formatted("unpaid", "0", "4", text.startsWith("${") ? "15m" : text, "kind", "1"));
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @DisplayName("a name of a rule and of a column")
    @ValueSource(
            strings = {
                "no",
                "yes",
                "+1",
                "1",
                "0123",
                "1.10",
                "线下",
                "\"FLASH SALE\"",
                "FLASH SALE",
                "a.b",
                "'[x]'",
                "2024-01-01",
                "true",
                "a_b-c",
                "${now}"
            })
    void name(String text) throws IOException {
        same(RULE.formatted("unpaid", "0", "4", "15m", text, "1"));
        same(RULE.formatted(text, "0", "4", "15m", "kind", "1"));
    }

    @Test
    @DisplayName("dotted keys, lists of groups, anchors and merges")
    void structure() throws IOException {
        same("""
                order-timeout.scan.batch-size: 20
                order-timeout:
                  rules.unpaid: &defaults
                    table: orders
                    id-column: id
                    status-column: status
                    open-status: [0, +1]
                    closed-status: no
                    created-column: created_at
                    timeout: 15m
                    where.no: no
                    timeouts-by:
                      - {where: {kind: [off, 010]}, timeout: 5m}
                      - where: {type: 线下}
                        timeout: never
                  rules.other:
                    <<: *defaults
                    table: others
                    timeout: 10m
                """);
    }

    private void same(String yaml) throws IOException {
        Path file = Files.writeString(directory.resolve("shop.yml"), yaml);
        Object runner = outcome(
                () -> ConfigSources.load(Optional.of(file), List.of(), Map.of()).settings());
        Object spring = outcome(() -> SpringSettings.read(Environments.of(file)));
        assertThat(spring).as(yaml).isEqualTo(runner);
    }

    private static Object outcome(Supplier<Settings> read) {
        try {
            return withoutWarnings(read.get());
        } catch (ConfigurationException e) {
            return e.faults();
        }
    }

    private static Settings withoutWarnings(Settings settings) {
        return new Settings(
                settings.enabled(),
                settings.rules(),
                settings.release(),
                settings.compensation(),
                settings.health(),
                settings.tables(),
                List.of());
    }

    @Test
    @DisplayName("an environment without any key has no rule")
    void empty() {
        assertThat(SpringSettings.read(new StandardEnvironment()).rules()).isEmpty();
    }
}
