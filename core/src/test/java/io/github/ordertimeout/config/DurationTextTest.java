package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "20s, PT20S",
        "15m, PT15M",
        "1h30m, PT1H30M",
        "2d, PT48H",
        "60d, PT1440H",
        "1d2h3m4s5ms, P1DT2H3M4.005S",
        "5m30ms, PT5M0.03S",
        "90m, PT90M",
        "PT20S, PT20S",
        "pt20s, PT20S",
        "P1D, PT24H",
        "PT0.25S, PT0.25S",
        "0, PT0S",
        "0s, PT0S",
        "0m, PT0S",
        "' 15m ', PT15M"
    })
    void reads(String text, Duration expected) {
        assertThat(DurationText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "15, needs a unit",
        "1.5, needs a unit",
        "+15, needs a unit",
        "-15, needs a unit",
        "00, needs a unit",
        "-15m, must not be negative",
        "PT-20S, must not be negative",
        "-PT20S, must not be negative",
        "99999999d, at most 36500d",
        "99999999999999999999s, at most 36500d",
        "P9999999999999D, at most 36500d",
        "1.5h, not a duration",
        "15 m, not a duration",
        "30m1h, not a duration",
        "1h1h, not a duration",
        "15M, not a duration",
        "15min, not a duration",
        "1w, not a duration",
        "P1M, not a duration",
        "soon, not a duration",
        "１５m, not a duration"
    })
    void refuses(String text, String why) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(RefusedValueException.class)
                .hasMessageContaining("\"" + text + "\"")
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "500ms", "15m", "1h30m", "36500d", "1d2h3m4s5ms"})
    void showsWhatItReads(String text) {
        assertThat(DurationText.shown(DurationText.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0s", "0ms", "PT0S", "", "  ", "never", "Never", " never "})
    void aTermMayBeNever(String text) {
        assertThat(TermText.parse(text).isNever()).isTrue();
    }
}
