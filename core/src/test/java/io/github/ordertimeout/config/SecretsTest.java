package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://host/db?user=shop&password=geheim",
                "jdbc:postgresql://host/db?PASSWORD=geheim&ssl=true",
                "jdbc:mysql://shop:geheim@host:3306/db",
                "jdbc:mysql://shop:x/geheim@host:3306/db",
                "jdbc:h2:mem:shop;USER=sa;PASSWORD=geheim",
                "jdbc:oracle:thin:shop/geheim@host:1521:xe",
                "jdbc:mariadb://(host=h,password=geheim)/db",
                "jdbc:mysql://host/db?trustCertificateKeyStorePassword=geheim"
            })
    void hidesPasswords(String url) {
        assertThat(Secrets.masked(url)).doesNotContain("geheim").startsWith("jdbc:");
    }

    @Test
    void leavesOtherTextsAlone() {
        assertThat(Secrets.masked("jdbc:postgresql://host:5432/db?user=shop&ssl=true"))
                .isEqualTo("jdbc:postgresql://host:5432/db?user=shop&ssl=true");
    }

    @Test
    void showsLongTextsShortAndOnOneLine() {
        assertThat(Secrets.quoted("a\nb")).isEqualTo("\"a b\"");
        assertThat(Secrets.quoted("长".repeat(100))).isEqualTo("\"" + "长".repeat(80) + "…\"");
    }
}
