package io.github.ordertimeout.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The modules that run these tests against another JUnit really do. */
class JUnitVersionTest {

    @Test
    @EnabledIfSystemProperty(named = "junit.expected", matches = ".+")
    @DisplayName("the tests run on the JUnit that the module names")
    void asNamed() {
        assertThat(Test.class.getPackage().getImplementationVersion()).isEqualTo(System.getProperty("junit.expected"));
    }
}
