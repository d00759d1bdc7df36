package io.github.ordertimeout.jdbc.cases;

import static io.github.ordertimeout.jdbc.cases.Shop.RULE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.scan.Overlooked;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A rule that was never right is told from one that has nothing to do. */
@EachDatabase
class OverlookedTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String EVIDENCE = "paid-evidence: {paid_at: not null}\n";
    private static final String OTHER_STATUS = RULE.replace("open-status: 0", "open-status: 10");

    @Parameter
    TestDatabase db;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(db);
    }

    private static Optional<Overlooked> overlooked(OrderTimeoutEngine engine, String rule) {
        engine.runOnce();
        return engine.status().rules().get(rule).overlooked();
    }

    private Optional<Overlooked> overlooked(String... ruleText) {
        return overlooked(shop.engine(ruleText).build(), "unpaid");
    }

    @Test
    @DisplayName(
            "by a status that the rule does not name; paid, closed, too young, too old or excluded orders say nothing")
    void byStatus() {
        shop.order(1, HOUR, "status = 1")
                .order(2, HOUR, "status = 4")
                .order(3, Duration.ofMinutes(29))
                .order(4, HOUR, "paid_at = created_at")
                .order(5, HOUR, "deleted = 1")
                .order(6, HOUR.multipliedBy(48));
        String rule = OTHER_STATUS + EVIDENCE + "where: {deleted: 0}\nmax-age: 24h\n";
        assertThat(overlooked(rule)).isEmpty();
        shop.order(7, HOUR);
        assertThat(overlooked(rule)).contains(new Overlooked("7", "0", Overlooked.By.STATUS));
    }

    @Test
    @DisplayName("by where, unless another rule of the table matches: then it is that rule's order")
    void byWhere() {
        String where = "where: {kind: flash}\n";
        shop.order(1, HOUR, "kind = 'plain'");
        assertThat(overlooked(RULE, where)).contains(new Overlooked("1", "0", Overlooked.By.WHERE));
        OrderTimeoutEngine two = shop.engine(
                        db.dataSource(), Shop.settings(Map.of("flash", RULE + where, "plain", RULE)))
                .build();
        assertThat(overlooked(two, "flash")).isEmpty();
        assertThat(shop.status(1)).isEqualTo(4);
    }

    @Test
    @DisplayName("a rule that has matched once is right until it is changed, over restarts")
    void onceMatched() {
        shop.order(1, Duration.ZERO);
        assertThat(overlooked(RULE)).isEmpty();
        shop.change(1, "status = 2, created_at = " + Shop.at(shop.now.minus(HOUR)));
        assertThat(overlooked(RULE)).isEmpty();
        assertThat(overlooked(OTHER_STATUS)).contains(new Overlooked("1", "2", Overlooked.By.STATUS));
    }
}
