package io.github.ordertimeout.spring.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.spring.TestShop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@DisplayName("sources over sources")
class SourcesTest {
    @TempDir
    private Path directory;

    private Path file(String name, String... more) throws IOException {
        return file(name, List.of(more));
    }

    private Path file(String name, List<String> lines) throws IOException {
        return Files.write(directory.resolve(name), lines);
    }

    private Path rule(String... more) throws IOException {
        List<String> lines = new ArrayList<>(TestShop.rule("unpaid"));
        lines.addAll(List.of(more));
        return file("base.properties", lines);
    }

    @Test
    @DisplayName("a later file wins key by key, and its list replaces the whole list")
    void layers() throws IOException {
        Path base = rule("order-timeout.rules.unpaid.columns[0]=a", "order-timeout.rules.unpaid.columns[1]=b");
        Path above = file("above.yml", "order-timeout.rules.unpaid:", "  columns: [c]", "  timeout: 20m");
        Settings settings = SpringSettings.read(Environments.of(base, above));
        assertThat(settings.rules().get("unpaid").columns()).containsExactly("c");
        assertThat(settings.rules().get("unpaid").deadline().timeout().length()).contains(Duration.ofMinutes(20));
        assertThat(settings.rules().get("unpaid").table()).isEqualTo("orders");
    }

    @Test
    @DisplayName(
            "environment variables win over files and are warned of where they mean nothing; system properties win over them")
    void environmentVariables() throws IOException {
        StandardEnvironment environment = Environments.of(rule());
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of(
                                        "ORDER_TIMEOUT_RULES_UNPAID_TIMEOUT", "20m",
                                        "ORDER_TIMEOUT_SCAN_BATCH_SIZE", "7",
                                        "ORDER_TIMEOUT_DATA_SOURCE", "orders",
                                        "ORDER_TIMEOUT_SCAN_BATCH_SIZES", "8")));
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
                        new MapPropertySource(
                                StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
                                Map.of("order-timeout.scan.batch-size", "9")));
        Settings settings = SpringSettings.read(environment);
        assertThat(settings.rules().get("unpaid").deadline().timeout().length()).contains(Duration.ofMinutes(20));
        assertThat(settings.rules().get("unpaid").scan().batchSize()).isEqualTo(9);
        assertThat(settings.warnings()).singleElement().asString().contains("ORDER_TIMEOUT_SCAN_BATCH_SIZES");
    }

    @Test
    @DisplayName("unknown keys and keys in another spelling end the start, wherever they stand")
    void unknown() throws IOException {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SpringSettings.read(Environments.of(
                        Map.of("orderTimeout.scan.interval", "5s"),
                        rule("order-timeout.rules.unpaid.closed-statuz=4", "order-timeout.scan.batchSize=3"))))
                .satisfies(e -> assertThat(e.faults())
                        .anyMatch(fault -> fault.contains("closed-statuz") && fault.contains("closed-status"))
                        .anyMatch(fault -> fault.contains("batchSize") && fault.contains("batch-size"))
                        .anyMatch(fault -> fault.contains("orderTimeout.scan.interval"))
                        .hasSize(3));
    }

    @Test
    @DisplayName(
            "placeholders are resolved in keys of the engine and names, and left alone in values of columns, with a warning")
    void placeholders() throws IOException {
        Settings settings = SpringSettings.read(Environments.of(
                Map.of("now", "wrong", "orders.table", "orders_2"),
                rule("order-timeout.scan.interval=${SCAN_INTERVAL:7s}", "order-timeout.rules.unpaid.where.kind=${now}"),
                file("table.yml", "order-timeout.rules.unpaid.table: ${orders.table}")));
        assertThat(settings.rules().get("unpaid").scan().interval()).isEqualTo(Duration.ofSeconds(7));
        assertThat(settings.rules().get("unpaid").table()).isEqualTo("orders_2");
        assertThat(settings.rules().get("unpaid").selection().where().get("kind"))
                .isEqualTo(new Condition.In(List.of("${now}")));
        assertThat(settings.warnings()).singleElement().asString().contains("where.kind");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SpringSettings.read(Environments.of(rule("order-timeout.scan.interval=${NOWHERE}"))))
                .withMessageContaining("order-timeout.scan.interval")
                .withMessageContaining("NOWHERE");
    }

    @Test
    @DisplayName("Chinese in .properties that is saved in UTF-8 is read as such")
    void utf8() throws IOException {
        Settings settings = SpringSettings.read(Environments.of(rule(
                "order-timeout.rules.unpaid.where.kind=线下", "order-timeout.rules.unpaid.where.name=\\u7ebf\\u4e0b")));
        assertThat(settings.rules().get("unpaid").selection().where().values())
                .containsOnly(new Condition.In(List.of("线下")));
    }

    @Test
    @DisplayName("values that are no texts and do not tell how they were written are refused, whole numbers are taken")
    void notText() throws IOException {
        Path base = rule();
        Map<String, Object> java = Map.of("order-timeout.scan.batch-size", 5, "order-timeout.enabled", true);
        assertThat(SpringSettings.read(Environments.of(java, base))
                        .rules()
                        .get("unpaid")
                        .scan()
                        .batchSize())
                .isEqualTo(5);
        for (Object unclear : List.of(1.1, false)) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> SpringSettings.read(
                            Environments.of(Map.of("order-timeout.rules.unpaid.where.kind", unclear), base)))
                    .withMessageContaining("order-timeout.rules.unpaid.where.kind")
                    .withMessageContaining("quotes");
        }
    }
}
