package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
    @Test
    void isTheDefaultAndTellsAPersonWhatHappened() {
        Ran ran = Ran.with();
        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(ran.out())
                .contains("10,000 orders", "3,000", "500 of 2,990 overdue orders settled", "2,990 of 2,990")
                .containsPattern("2,953 +closed")
                .containsPattern("12 +left alone")
                .containsPattern("10 +left open")
                .containsPattern("20 +left open")
                .containsPattern("5 +failed")
                .contains("A second pass closed 0.")
                .contains("Promise 1: kept (", "Promise 2: kept (", "Promise 3: kept (", "Promise 7: kept (49 payments")
                .contains("The failures are part of the demo", "plan --config", "README");
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void asJsonIsThePassAndThePromises() {
        Ran ran = Ran.with("demo", "--json");
        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(Ran.names(ran.json())).containsExactly("rules", "compensation", "durationMillis", "promises");
        assertThat(ran.json().get("promises").toString()).isEqualTo("{\"1\":true,\"2\":true,\"3\":true,\"7\":true}");
        JsonNode rule = ran.json().at("/rules/unpaid");
        assertThat(rule.get("scanned").asLong()).isEqualTo(3_000);
        assertThat(rule.get("closed").asLong()).isEqualTo(2_953);
        assertThat(rule.get("lostRace").asLong()).isEqualTo(12);
        assertThat(rule.get("inconsistent").asLong()).isEqualTo(10);
        assertThat(rule.get("skipped").asLong()).isEqualTo(30);
        assertThat(rule.get("failed").asLong()).isEqualTo(5);
        assertThat(ran.json().at("/compensation/pending").asLong()).isEqualTo(5);
    }
}
