package io.github.ordertimeout.settle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OneLineTest {

    @Test
    @DisplayName("line breaks of every kind and other control characters become one blank")
    void lines() {
        assertThat(OneLine.of("502\r\n<html>\u2028\tbody\u0000\n", 100)).isEqualTo("502 <html> body");
    }

    @Test
    @DisplayName("what is longer is cut, never within a character")
    void cut() {
        assertThat(OneLine.of("abcdef", 6)).isEqualTo("abcdef");
        assertThat(OneLine.of("abcdefg", 6)).isEqualTo("abcde…");
        assertThat(OneLine.of("🧾🧾🧾", 4)).isEqualTo("🧾…");
    }
}
