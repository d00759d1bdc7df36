package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that are not near to any by their letters, and lead a person to the right one all the same. */
class MisspeltTest {
    @TempDir
    Path folder;

    @DisplayName("a key that holds the right words leads to the right key, never to leaving it out")
    @ParameterizedTest
    @CsvSource({
        "quantity-column, item-quantity-column",
        "item-qty-column, item-quantity-column",
        "missing-stock, missing",
        "order-column, item-order-column"
    })
    void inventoryKeys(String written, String meant) {
        assertThatThrownBy(() -> load("inventory: {item-table: i, " + written + ": x}"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(written)
                .hasMessageContaining(meant);
    }

    @DisplayName("abbreviations of zones mean several: each is named")
    @ParameterizedTest
    @CsvSource({"CST, Asia/Shanghai", "EST, America/New_York", "ist, Asia/Kolkata"})
    void zones(String written, String meant) {
        assertThatThrownBy(() -> load("time-zone: " + written))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(meant);
    }

    private void load(String line) throws IOException {
        Path file = folder.resolve("order-timeout.yml");
        Files.writeString(file, """
                order-timeout:
                  rules:
                    unpaid:
                      table: o
                      status-column: s
                      open-status: 0
                      closed-status: 4
                      created-column: c
                      timeout: 15m
                      %s
                """.formatted(line));
        ConfigSources.load(Optional.of(file), List.of(), Map.of());
    }
}
