package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingsCommandsTest {
    private TestShop shop;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        shop = new TestShop(directory);
        shop.order(1, 0, 60, 2);
        shop.order(2, 1, 60, 3);
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    @Test
    @DisplayName("doctor: findings as JSON, with the code 0 while there is no error")
    void doctor() throws Exception {
        Ran ran = shop.run("doctor", "--json");
        assertThat(ran.code()).as(ran.toString()).isZero();
        JsonNode findings = ran.json().get("findings");
        assertThat(findings.isArray()).isTrue();
        assertThat(findings).isNotEmpty();
        assertThat(Ran.names(findings.get(0))).containsExactly("severity", "code", "message", "advice");
        assertThat(findings.get(0).get("code").asText()).isEqualTo("unseen-status");
        shop.order(3, 2, 60, 1);
        shop.order(4, 3, 60, 1);
        shop.order(5, 4, 60, 1);
        assertThat(shop.run("doctor").out()).contains("Nothing is amiss.");
    }

    @Test
    @DisplayName("doctor: a missing table is a finding and the code 1; a database that is away is the code 2")
    void doctorOnAMissingTable() throws Exception {
        shop.config(TestShop.RULE.replace("table: shop_order", "table: shop_ordr"));
        Ran ran = shop.run("doctor", "--json");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.json().at("/findings/0/severity").asText()).isEqualTo("error");
        assertThat(ran.json().at("/findings/0/message").asText()).containsIgnoringCase("shop_ordr");
        assertThat(shop.run("doctor").out()).startsWith("error [configuration] ");
    }

    @Test
    @DisplayName("audit: sound after a pass; an order that was set to paid afterwards is an error and the code 1")
    void audit() throws Exception {
        shop.run("run-once");
        Ran sound = shop.run("audit");
        assertThat(sound.code()).as(sound.toString()).isZero();
        assertThat(sound.out()).startsWith("Every close is released");
        shop.sql("update shop_order set status = 1 where id = 1");
        Ran ran = shop.run("audit", "--json");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.json().at("/findings/0/code").asText()).isEqualTo("paid-after-close");
    }
}
