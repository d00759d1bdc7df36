package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneOrderCommandsTest {
    private TestShop shop;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        shop = new TestShop(directory);
        shop.order(1, 0, 60, 2);
        shop.order(2, 0, 5, 3);
        shop.order(3, 1, 60, 5);
        shop.order(4, 0, 60, 2, 3);
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    @Test
    void explainsAnOrderByIdAndByNumber() {
        Ran ran = shop.run("explain", "1", "--json");
        assertThat(ran.code()).as(ran.toString()).isZero();
        JsonNode one = ran.json().get(0);
        assertThat(ran.json()).hasSize(1);
        assertThat(Ran.names(one))
                .containsExactly("rule", "id", "number", "closable", "verdict", "reasons", "dueAt", "closesAt");
        assertThat(one.get("rule").asText()).isEqualTo("unpaid");
        assertThat(one.get("id").asText()).isEqualTo("1");
        assertThat(one.get("closable").asBoolean()).isTrue();
        assertThat(one.get("verdict").asText()).isEqualTo("closable");
        assertThat(one.get("reasons").isArray()).isTrue();
        assertThat(one.get("dueAt").asText()).matches("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");
        assertThat(one.get("closesAt")).isEqualTo(one.get("dueAt"));
        assertThat(shop.run("--json", "explain", "SN1").json()).isEqualTo(ran.json());
    }

    @Test
    void explainsWhatIsNotClosable() {
        assertThat(shop.run("explain", "2", "--json").json().at("/0/verdict").asText())
                .isEqualTo("not-due");
        assertThat(shop.run("explain", "3", "--json").json().at("/0/closable").asBoolean())
                .isFalse();
        Ran text = shop.run("explain", "2");
        assertThat(text.code()).isZero();
        assertThat(text.out()).contains("Order SN2 (id 2), rule unpaid: not-due", "  due 2");
    }

    @Test
    void anUnknownOrderIsExitCode1() {
        Ran ran = shop.run("explain", "99", "--json");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out().strip()).isEqualTo("[]");
        Ran text = shop.run("explain", "no-such");
        assertThat(text.code()).isEqualTo(1);
        assertThat(text.out()).isEmpty();
        assertThat(text.err()).contains("no-such");
    }

    @Test
    void cancelClosesBeforeTheDueTimeAndReleases() throws Exception {
        Ran ran = shop.run("cancel", "2", "--reason", "asked by phone", "--json");
        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(ran.out().strip()).isEqualTo("{\"id\":\"2\",\"result\":\"closed\"}");
        assertThat(shop.status(2)).isEqualTo("4");
        assertThat(shop.reserved()).isEqualTo("97");
        assertThat(shop.text("SELECT reason FROM order_timeout_release")).isEqualTo("asked by phone");

        Ran again = shop.run("cancel", "2", "--reason=again", "--json");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.out().strip()).isEqualTo("{\"id\":\"2\",\"result\":\"lost_race\"}");
        assertThat(shop.reserved()).isEqualTo("97");
    }

    @Test
    void cancelNeitherClosesAPaidOrderNorKnowsAStrangeOne() throws Exception {
        Ran paid = shop.run("cancel", "3", "--reason", "x");
        assertThat(paid.code()).isEqualTo(1);
        assertThat(paid.err()).contains("may not be closed", "explain 3");
        assertThat(shop.status(3)).isEqualTo("1");
        Ran strange = shop.run("cancel", "99", "--reason", "x", "--json");
        assertThat(strange.code()).isEqualTo(1);
        assertThat(strange.out().strip()).isEqualTo("{\"id\":\"99\",\"result\":\"not_found\"}");
    }

    @Test
    void aCancelThatFailsSaysWhyAndIsExitCode1() throws Exception {
        Ran ran = shop.run("cancel", "4", "--reason", "x");
        assertThat(ran.code()).as(ran.toString()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("could not be closed").doesNotContain("\tat ");
        assertThat(shop.status(4)).isEqualTo("0");
    }
}
