package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help", "plan --help", "--help cancel"})
    void namesCommandsOptionsAndExitCodes(String line) {
        Ran ran = Ran.with(line.split(" "));
        assertThat(ran.code()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).contains("run-once", "compensations [list | retry ROW", "--jdbc-password", "Exit codes");
        assertThat(ran.out()).contains("doctor", "audit");
    }
}
