package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestTest {
    @ParameterizedTest
    @CsvSource({
        "openStatus, open-status",
        "open_status, open-status",
        "OPEN-STATUS, open-status",
        "open-statsu, open-status",
        "opn-status, open-status",
        "timout, timeout",
        "timeouts, timeout",
        "tabel, table",
        "wher, where",
        "payment-chek, payment-check"
    })
    void findsWhatWasMeant(String written, String meant) {
        assertThat(Nearest.to(written, Shape.RULE.keys().keySet())).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"colour", "x", "", "a-very-long-key-that-resembles-nothing-at-all"})
    void saysNothingWhereNothingIsNear(String written) {
        assertThat(Nearest.to(written, Shape.RULE.keys().keySet())).isEmpty();
    }

    @Test
    void countsEdits() {
        assertThat(Nearest.distance("abc", "abc")).isZero();
        assertThat(Nearest.distance("abc", "acb")).isOne();
        assertThat(Nearest.distance("abc", "ab")).isOne();
        assertThat(Nearest.distance("", "abc")).isEqualTo(3);
    }
}
