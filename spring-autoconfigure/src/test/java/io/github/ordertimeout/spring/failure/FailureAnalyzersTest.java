package io.github.ordertimeout.spring.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ordertimeout.spring.TestShop;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

@DisplayName("a start that fails tells what is wrong and what to do")
class FailureAnalyzersTest {
    /** As Boot asks: every registered analyzer, until one answers. */
    private static FailureAnalysis analysis(Throwable failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        SpringFactoriesLoader.FailureHandler.logging(
                                org.apache.commons.logging.LogFactory.getLog(FailureAnalyzersTest.class)))
                .stream()
                .filter(analyzer -> analyzer.getClass().getName().startsWith("io.github.ordertimeout"))
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("Nobody analyses", failure));
    }

    private static FailureAnalysis startOf(TestShop shop) {
        return analysis(catchThrowable(() -> shop.run().close()));
    }

    @Test
    @DisplayName("a faulty key")
    void key() {
        FailureAnalysis analysis = startOf(new TestShop().with("order-timeout.rules.unpaid.timeout=15"));
        assertThat(analysis.getDescription())
                .contains("order-timeout.rules.unpaid.timeout")
                .contains("15m");
        assertThat(analysis.getAction()).contains("docs/configuration.md");
    }

    @Test
    @DisplayName("every fault at once")
    void allFaults() {
        FailureAnalysis analysis = startOf(new TestShop()
                .with(
                        "order-timeout.rules.unpaid.timeout=15",
                        "order-timeout.scan.batch-size=x",
                        "order-timeout.foo=1"));
        assertThat(List.of("unpaid.timeout", "scan.batch-size", "order-timeout.foo"))
                .allMatch(analysis.getDescription()::contains);
    }

    @Test
    @DisplayName("a column that does not exist")
    void column() {
        FailureAnalysis analysis = startOf(new TestShop().with("order-timeout.rules.unpaid.status-column=state"));
        assertThat(analysis.getDescription()).contains("status-column").contains("state");
    }

    @Test
    @DisplayName("the library's own tables are missing")
    void tables() {
        FailureAnalysis analysis = startOf(new TestShop().with("order-timeout.tables.auto-create=false"));
        assertThat(analysis.getDescription()).contains("order_timeout_");
        assertThat(analysis.getAction()).contains("auto-create");
    }

    @Test
    @DisplayName("the database is away")
    void database() {
        FailureAnalysis analysis = startOf(new TestShop()
                .with(
                        "spring.datasource.url=jdbc:h2:mem:away;IFEXISTS=TRUE",
                        "spring.datasource.hikari.initialization-fail-timeout=-1",
                        "spring.datasource.hikari.connection-timeout=300"));
        assertThat(analysis.getDescription()).contains("database of the orders");
        assertThat(analysis.getAction()).contains("order-timeout.enabled=false");
    }
}
