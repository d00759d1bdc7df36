package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigExamplesTest {
    @ParameterizedTest
    @ValueSource(strings = {"mall.yml", "sylius.yml"})
    void areReadWithoutAFault(String file) {
        Ran ran = Ran.with("schema", "--config", "config/" + file, "--dialect", "mariadb");
        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(ran.err()).isEmpty();
    }
}
