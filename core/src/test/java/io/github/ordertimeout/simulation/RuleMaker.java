package io.github.ordertimeout.simulation;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.config.ScanSettings;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.config.TermRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Draws a rule. */
final class RuleMaker {
    static final String NAME = "unpaid";
    private static final List<Inventory.Shortage> SHORTAGES = List.of(Inventory.Shortage.values());
    private static final Duration DAY = Duration.ofDays(1);

    private final SplittableRandom random;

    RuleMaker(SplittableRandom random) {
        this.random = random;
    }

    Rules rules() {
        String term = one("10s", "20s", "45s", "60s");
        boolean created = random.nextInt(3) > 0;
        Rules rules = created
                ? random.nextBoolean() ? Rules.created(term) : Rules.dueOrCreated(chance(10) ? "never" : term)
                : Rules.due();
        rules.open(chance(40) ? new String[] {"0", "2"} : new String[] {"0"});
        if (chance(60)) {
            rules.timeoutsBy(term(1, "15s"), term(2, "never"), term(3, "40s"));
        }
        if (chance(60)) {
            rules.where("deleted", chance(50) ? new Condition.In(List.of("0")) : new Condition.NotIn(List.of("1")));
        }
        if (chance(70)) {
            rules.evidence("pay_time", new Condition.NotNull());
        }
        if (chance(50)) {
            rules.grace(Duration.ofSeconds(random.nextInt(1, 25)));
        }
        if (created && chance(15)) {
            rules.maxAge(Duration.ofSeconds(random.nextInt(100, 200)));
        }
        if (chance(85)) {
            rules.inventory(inventory());
        }
        rules.onClose("close_time", new SetValue.Now()).onClose("close_reason", new SetValue.Reason());
        return rules.scan(scan());
    }

    private ScanSettings scan() {
        Duration full = chance(40) ? DAY : Duration.ofSeconds(random.nextInt(20, 90));
        int interval = random.nextInt(5, 20);
        return new ScanSettings(
                Duration.ofSeconds(interval),
                full,
                Duration.ofSeconds(1),
                chance(30) ? random.nextInt(1, 4) : random.nextInt(4, 21),
                // Without a draw of its own: each seed goes on to mean the same evening.
                interval % 4 == 0 ? 3 : 1,
                Optional.empty(),
                chance(25) ? random.nextInt(1, 10) : 0,
                chance(15) ? Duration.ofSeconds(3) : Duration.ZERO);
    }

    private Inventory inventory() {
        return new Inventory(
                "items",
                "order_id",
                "id",
                Optional.of("quantity"),
                Optional.empty(),
                Map.of(),
                "stock",
                Map.of("sku", "sku"),
                Map.of(),
                Map.of(),
                Optional.of("reserved"),
                Optional.of("available"),
                SHORTAGES.get(random.nextInt(SHORTAGES.size())),
                chance(80) ? Inventory.Missing.SKIP : Inventory.Missing.FAIL);
    }

    private static TermRule term(int kind, String term) {
        return new TermRule(Map.of("kind", new Condition.In(List.of(String.valueOf(kind)))), Rules.term(term));
    }

    private String one(String... values) {
        return values[random.nextInt(values.length)];
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
