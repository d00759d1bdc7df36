package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What YAML would make something else of reaches the database as it was written. */
@EachDatabase
class SpellingsTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final List<String> SPELLINGS =
            List.of("+1", "no", "线下", "15", "${now}", "1e3", "007", "on", "~x", "12:30");

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
        for (int i = 0; i < SPELLINGS.size(); i++) {
            shop.order(i, HOUR, "kind = '" + SPELLINGS.get(i) + "'");
        }
    }

    @Test
    @DisplayName("+1, no, 线下, 15 and ${now} as a text status, a condition and a set value are these texts")
    void literally() {
        for (int i = 0; i < SPELLINGS.size(); i++) {
            String spelling = SPELLINGS.get(i);
            String rule = Shop.RULE
                    .replace("status-column: status", "status-column: kind")
                    .replace("open-status: 0", "open-status: " + spelling)
                    .replace("closed-status: 4", "closed-status: done")
                    .replace("paid-status: 1", "paid-status: paid");
            assertThat(shop.run(rule, "on-close: {payment_state: " + spelling.replace("${now}", "'${now}'") + "}")
                            .closed())
                    .as(spelling)
                    .isEqualTo(1);
            assertThat(db.column("select payment_state from shop_order where id = " + i))
                    .containsExactly(spelling);
        }
    }

    @Test
    @DisplayName("a number of YAML against a text column compares as text: 15 does not match 015 or 15.0")
    void numbersAgainstText() {
        shop.order(100, HOUR, "kind = '015'").order(101, HOUR, "kind = '15.0'");
        assertThat(shop.run(Shop.RULE, "where: {kind: 15}").closed()).isEqualTo(1);
        assertThat(shop.status(100)).isZero();
        assertThat(shop.status(101)).isZero();
    }

    @Test
    @DisplayName("a YAML null as a condition is refused with advice; is null says it")
    void yamlNull() {
        assertThatThrownBy(() -> shop.engine(Shop.RULE, "where: {paid_at: null}"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("is null");
        assertThat(shop.run(Shop.RULE, "where: {paid_at: is null}").closed()).isEqualTo(SPELLINGS.size());
    }

    @Test
    @DisplayName("a YAML boolean against a number column is refused, since true is no number")
    void yamlBoolean() {
        assertThatThrownBy(
                        () -> shop.engine(Shop.RULE, "where: {deleted: true}").build())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("deleted")
                .hasMessageContaining("true");
    }

    @Test
    @DisplayName("a bare number is no duration: 15 of what?")
    void bareNumber() {
        assertThatThrownBy(() -> shop.engine(Shop.RULE.replace("30m", "15")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("timeout")
                .hasMessageContaining("15");
    }
}
