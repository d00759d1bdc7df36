package io.github.ordertimeout.simulation;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.config.PaymentMapping;
import io.github.ordertimeout.config.PaymentMapping.Late;
import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.config.PaymentSettings.CancelFirst;
import io.github.ordertimeout.simulation.Action.Delivery;
import io.github.ordertimeout.simulation.Action.Kind;
import io.github.ordertimeout.simulation.Action.NewOrder;
import io.github.ordertimeout.simulation.Action.Purchase;
import io.github.ordertimeout.simulation.Plan.PaymentPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Draws the payment side of a plan, from a source of its own: shops without one stay as they are. */
final class PaymentMaker {
    /** Behind every order's id. */
    private static final int NOBODYS_ORDER = 9_000;

    private static final long SECOND = 1_000_000_000L;

    private final SplittableRandom random;
    private final boolean any;
    private final boolean gateway;
    private final boolean amounts;

    PaymentMaker(long seed) {
        this.random = new SplittableRandom(~seed);
        this.any = chance(55);
        this.gateway = any && chance(75);
        this.amounts = any && chance(40);
    }

    /** What the rule has to know of payments. */
    void complete(Rules rules) {
        if (!any) {
            return;
        }
        rules.payment(new PaymentSettings(
                Duration.ofSeconds(3),
                random.nextInt(1, 9),
                0,
                Duration.ofSeconds(5),
                chance(85) ? CancelFirst.AUTO : CancelFirst.FALSE,
                Duration.ofSeconds(random.nextInt(10, 90)),
                chance(90) ? Duration.ofSeconds(random.nextInt(15, 60)) : Duration.ZERO));
        rules.paymentMapping(new PaymentMapping(
                Map.of(),
                Map.of(),
                chance(80) ? Late.REFUND : Late.MANUAL,
                amounts ? Optional.of("total") : Optional.empty(),
                Optional.empty()));
    }

    /** How the provider is reached. */
    PaymentPlan plan() {
        if (!any) {
            return PaymentPlan.NONE;
        }
        return new PaymentPlan(
                gateway,
                chance(55),
                chance(75),
                chance(70) ? 1 : random.nextInt(2, 6),
                chance(70),
                chance(60) ? 0 : 0.15,
                chance(70) ? List.of() : List.of(silence()));
    }

    private long[] silence() {
        long from = random.nextInt(5, 80);
        return new long[] {from, from + random.nextInt(5, 60)};
    }

    /** Who tries to pay what, most of it about when the order runs out. */
    List<Action> purchases(List<long[]> orders, int length, int nodes, int firstNumber) {
        List<Action> actions = new ArrayList<>();
        if (!any) {
            return actions;
        }
        for (int i = 0; i < orders.size(); i++) {
            long made = orders.get(i)[0];
            long closes = orders.get(i)[1];
            int attempts = chance(50) ? 0 : chance(60) ? 1 : 2;
            for (int attempt = 0; attempt < attempts; attempt++) {
                long begins = Math.max(made + 1, closes + random.nextInt(-10, 3));
                add(actions, firstNumber, begins, Kind.BUY, i + 1, purchase(nodes));
            }
            if (attempts > 0 && chance(12)) {
                add(actions, firstNumber, closes + random.nextInt(3, 20), Kind.ANNUL, i + 1, Purchase.NONE);
            }
        }
        if (chance(15)) {
            add(actions, firstNumber, random.nextInt(1, length), Kind.BUY, NOBODYS_ORDER, purchase(nodes));
        }
        return actions;
    }

    private Purchase purchase(int nodes) {
        List<Delivery> deliveries = new ArrayList<>();
        for (int i = chance(20) ? 0 : chance(60) ? 1 : random.nextInt(2, 4); i > 0; i--) {
            long after = chance(70) ? random.nextInt(5, 4_000) : random.nextInt(4_000, 40_000);
            deliveries.add(new Delivery(after, random.nextInt(nodes)));
        }
        return new Purchase(
                chance(25) ? random.nextInt(nodes) : -1,
                chance(75) ? random.nextInt(1, 12_000) : -1,
                amounts && chance(35) ? random.nextInt(1, 4) * 40 : Provider.TOTAL,
                List.copyOf(deliveries));
    }

    private void add(List<Action> actions, int first, long second, Kind kind, long target, Purchase purchase) {
        long at = second * SECOND + random.nextLong(SECOND);
        actions.add(new Action(first + actions.size(), at, kind, target, 0, NewOrder.NONE, purchase));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
