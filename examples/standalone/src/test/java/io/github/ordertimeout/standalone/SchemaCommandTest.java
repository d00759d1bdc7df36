package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgresql", "mariadb", "mysql"})
    void printsPlainSqlWithoutConnecting(String name) {
        Ran ran = Ran.with("schema", "--json", "--jdbc-url", "jdbc:" + name + "://nowhere.invalid/x");
        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .contains("order_timeout_release", "order_timeout_compensation")
                .doesNotContain("${");
        assertThat(ran.out().lines()).allMatch(line -> line.isBlank() || line.matches("(--|CREATE|\\)|    ).*"));
        assertThat(Ran.with("schema", "--dialect=" + name).out()).isEqualTo(ran.out());
    }

    @Test
    void takesPrefixAndDatabaseFromTheFile(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(
                directory.resolve("x.yml"), "jdbc: {url: 'jdbc:h2:mem:x'}\norder-timeout: {tables: {prefix: shop_}}");
        assertThat(Ran.with("schema", "--config=" + file).out())
                .contains("shop_release")
                .doesNotContain("order_timeout_");
        assertThat(Ran.with("schema", "--config=" + file, "--tables.prefix=mine_")
                        .out())
                .contains("mine_release");
    }
}
