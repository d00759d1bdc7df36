package io.github.ordertimeout.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectTest {
    @Test
    @DisplayName("every identifier is quoted, its own quotes doubled")
    void quotes() {
        assertThat(Dialect.named("postgresql").quote("or\"der")).isEqualTo("\"or\"\"der\"");
        assertThat(Dialect.named("mysql").quote("or`der")).isEqualTo("`or``der`");
        assertThat(Dialect.named("h2").quote(List.of("shop", "order"))).isEqualTo("\"shop\".\"order\"");
        assertThatThrownBy(() -> Dialect.named("h2").quote("a\0b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Dialect.named("oracle")).hasMessageContaining("postgresql, mariadb, mysql and h2");
    }

    @Test
    @DisplayName("an older server is asked to lock without skipping")
    void withoutSkipLocked() {
        for (String name : List.of("postgresql", "mariadb", "mysql", "h2")) {
            Dialect dialect = Dialect.named(name);
            assertThat(dialect.name()).isEqualTo(name);
            assertThat(dialect.forUpdate("o")).endsWith(" SKIP LOCKED").startsWith(dialect.forUpdateWaiting("o"));
            assertThat(dialect.withoutSkipLocked().forUpdate("o")).isEqualTo(dialect.forUpdateWaiting("o"));
            assertThat(dialect.withoutSkipLocked().skipLocked()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10.11.19-MariaDB-0+deb12u1, 10, 11",
        "5.5.5-10.6.4-MariaDB, 10, 6",
        "8.0.36-28, 8, 0",
        "15.20 (Debian 15.20-0+deb12u1), 15, 20",
        "17beta1, 17, 0",
        "2.4.240 (2025-09-22), 2, 4",
        "none, 0, 0"
    })
    void versions(String text, int major, int minor) {
        assertThat(ServerVersion.parse(text)).isEqualTo(new ServerVersion(major, minor));
        assertThat(ServerVersion.parse("10.6").isAtLeast(10, 6)).isTrue();
        assertThat(ServerVersion.parse("10.5").isAtLeast(10, 6)).isFalse();
    }

    @Test
    @DisplayName("limits are rounded up, never to 'for ever'")
    void limits() {
        TimeLimits tiny = new TimeLimits(Duration.ofNanos(1), Duration.ofMillis(1));
        assertThat(tiny.lockMillis()).isEqualTo(1);
        assertThat(tiny.statementMillis()).isEqualTo(1);
        assertThat(tiny.statementSeconds()).isEqualTo(1);
        assertThat(new TimeLimits(Duration.ofSeconds(1), Duration.ZERO).statementSeconds())
                .isZero();
    }
}
