package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Part A of the field cases, and those of the others that are about when an order runs out. */
@EachDatabase
class DeadlineCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    @Test
    @DisplayName("A2 the window lies in the past: an order of this minute and one of the future stay open")
    void a2() {
        shop.order(1, HOUR.plusSeconds(1)).order(2, Duration.ZERO).order(3, HOUR.negated());
        shop.run(RULE.replace("30m", "1h"));
        assertThat(shop.statuses()).containsExactly("4", "0", "0");
    }

    @Test
    @DisplayName("A6 the deadline column decides, not when the row was last touched")
    void a6() {
        shop.order(
                1,
                HOUR,
                "updated_at = " + Shop.at(shop.now.minus(HOUR)) + ", expires_at = " + Shop.at(shop.now.plus(HOUR)));
        shop.order(
                2, HOUR, "updated_at = " + Shop.at(shop.now) + ", expires_at = " + Shop.at(shop.now.minusSeconds(1)));
        shop.run(byDeadline());
        assertThat(shop.statuses()).containsExactly("0", "4");
    }

    @Test
    @DisplayName("A6 moving the deadline between scan and close keeps the order open")
    void a6MovedMeanwhile() {
        shop.order(1, HOUR, "expires_at = " + Shop.at(shop.now.minusSeconds(1)));
        RuleReport report = shop.run(shop.engine(byDeadline())
                .policy(Meanwhile.of(() -> shop.change(1, "expires_at = " + Shop.at(shop.now.plus(HOUR)))))
                .build());
        assertThat(shop.statuses()).containsExactly("0");
        assertThat(report.lostRace()).isEqualTo(1);
    }

    @Test
    @DisplayName("A9 a timeout of 20 seconds closes an order of 21")
    void a9() {
        shop.order(1, Duration.ofSeconds(21)).order(2, Duration.ofSeconds(19));
        shop.run(RULE.replace("30m", "PT20S"));
        assertThat(shop.statuses()).containsExactly("4", "0");
    }

    @Test
    @DisplayName("A12 an order with a deadline of its own in 30 days outlives a default of one day")
    void a12() {
        shop.order(1, Duration.ofDays(2), "expires_at = " + Shop.at(shop.now.plus(Duration.ofDays(30))));
        shop.order(2, Duration.ofDays(2));
        shop.run(RULE.replace("30m", "1d") + "due-column: expires_at");
        assertThat(shop.statuses()).containsExactly("0", "4");
    }

    @Test
    @DisplayName("A17 a timeout of 0, never or nothing closes nothing and says so; other rules still work")
    void a17() {
        shop.order(1, HOUR).order(2, HOUR, "kind = 'b2b'");
        for (String never : List.of("0", "0s", "never", "", "null", "''")) {
            Settings settings = Shop.settings(Map.of(
                    "asleep", RULE.replace("30m", never) + "where: {kind: b2b}",
                    "unpaid", RULE + "where: {kind: not b2b}"));
            assertThat(shop.engine(db.dataSource(), settings).build().warnings())
                    .as("timeout: %s", never)
                    .anySatisfy(warning -> assertThat(warning).contains("asleep"));
            shop.run(shop.engine(db.dataSource(), settings).build());
            assertThat(shop.statuses()).containsExactly("4", "0");
        }
    }

    @Test
    @DisplayName("A18 a rule without any timeout is refused: the term is a business decision")
    void a18() {
        assertThatThrownBy(() -> shop.engine(RULE.replace("timeout: 30m\n", "")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("rules.unpaid.timeout");
    }

    @Test
    @DisplayName("D9 a rule whose timeout is off closes nothing even when a pass is triggered by hand")
    void d9() {
        shop.order(1, HOUR);
        var engine = shop.engine(RULE.replace("30m", "never")).build();
        engine.runOnce();
        engine.closeNow("1");
        assertThat(shop.statuses()).containsExactly("0");
    }

    @Test
    @DisplayName("S3 terms of 90 minutes, 25 hours, 3 and 60 days are exact around each")
    void s3() {
        for (Duration term :
                List.of(Duration.ofMinutes(90), Duration.ofHours(25), Duration.ofDays(3), Duration.ofDays(60))) {
            db.execute("delete from shop_order", "delete from order_timeout_release");
            shop.order(1, term.minusSeconds(1)).order(2, term).order(3, term.plusSeconds(1));
            shop.run(RULE.replace("30m", term.toString()));
            assertThat(shop.statuses()).as("term %s", term).containsExactly("0", "4", "4");
        }
    }

    @Test
    @DisplayName("S6 a term of 40 days closes an order of 60")
    void s6() {
        shop.order(1, Duration.ofDays(60)).order(2, Duration.ofDays(39));
        shop.run(RULE.replace("30m", "40d"));
        assertThat(shop.statuses()).containsExactly("4", "0");
    }

    @Test
    @DisplayName("three open statuses are scanned, each by its own index range")
    void threeOpenStatuses() {
        shop.order(1, HOUR)
                .order(2, HOUR, "status = 2")
                .order(3, HOUR, "status = 3")
                .order(4, HOUR, "status = 1");
        shop.run(RULE.replace("open-status: 0", "open-status: [0, 2, 3]"));
        assertThat(shop.statuses()).containsExactly("4", "4", "4", "1");
    }

    @Test
    @DisplayName(
            "the first matching term wins; no match and null fall back; never holds back, a deadline of its own too")
    void terms() {
        shop.order(1, Duration.ofMinutes(10), "kind = 'flash'")
                .order(2, Duration.ofMinutes(10), "kind = 'normal'")
                .order(3, HOUR)
                .order(4, Duration.ofDays(9), "kind = 'cod'")
                .order(5, HOUR, "kind = 'cod', expires_at = " + Shop.at(shop.now.minusSeconds(1)));
        shop.run(
                RULE + "due-column: expires_at\n"
                        + "timeouts-by:\n- {where: {kind: flash}, timeout: 5m}\n- {where: {kind: [cod, offline]}, timeout: never}");
        assertThat(shop.statuses()).containsExactly("4", "0", "4", "0", "0");
    }

    private static String byDeadline() {
        return RULE.replace("created-column: created_at\n", "").replace("timeout: 30m\n", "due-column: expires_at\n");
    }
}
