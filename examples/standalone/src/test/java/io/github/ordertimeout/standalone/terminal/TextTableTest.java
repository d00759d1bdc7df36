package io.github.ordertimeout.standalone.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void numbersStandRightAndTextsLeft() {
        TextTable table = new TextTable("rule", "closed", "why")
                .row(List.of("unpaid", "1,234", "due"))
                .row(List.of("未付款", "5", ""));
        assertThat(table.lines()).containsExactly("rule    closed  why", "unpaid   1,234  due", "未付款       5");
    }

    @Test
    void durationsHaveTwoUnits() {
        assertThat(Formats.duration(Duration.ofMillis(17))).isEqualTo("17 ms");
        assertThat(Formats.duration(Duration.ofMillis(1234))).isEqualTo("1.2 s");
        assertThat(Formats.duration(Duration.ofSeconds(75))).isEqualTo("1 min 15 s");
        assertThat(Formats.duration(Duration.ofHours(50))).isEqualTo("2 d 2 h");
        assertThat(Formats.counted(1, "order")).isEqualTo("1 order");
        assertThat(Formats.counted(12_345, "order")).isEqualTo("12,345 orders");
    }
}
