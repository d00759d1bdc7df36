package io.github.ordertimeout.simulation;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.config.SafetySettings;
import io.github.ordertimeout.simulation.Action.Kind;
import io.github.ordertimeout.simulation.Action.NewOrder;
import io.github.ordertimeout.simulation.Action.Purchase;
import io.github.ordertimeout.simulation.Plan.RemotePlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws warehouses, pauses and the safety brake, from a source of its own: shops without them stay as they are. */
final class RemoteMaker {
    private static final long SECOND = 1_000_000_000L;

    private final SplittableRandom random;
    private final boolean brake;

    RemoteMaker(long seed) {
        this.random = new SplittableRandom(seed ^ 0x5DEECE66DL);
        this.brake = chance(15);
    }

    /** How many closes at once are too many. */
    void complete(Rules rules) {
        if (brake) {
            int most = random.nextInt(2, 8);
            rules.safety(new SafetySettings(
                    chance(75) ? most : 0,
                    chance(60) ? BigDecimal.ZERO : BigDecimal.valueOf(random.nextInt(2, 8), 1),
                    random.nextInt(0, 4)));
        }
    }

    /** How warehouses are reached. */
    RemotePlan plan() {
        if (!chance(40)) {
            return RemotePlan.NONE;
        }
        List<String> types = chance(60) ? List.of("north") : List.of("north", "south");
        long from = random.nextInt(5, 30);
        return new RemotePlan(
                types,
                chance(60) ? 0 : 0.15,
                chance(60) ? List.of() : List.of(new long[] {from, from + random.nextInt(20, 200)}));
    }

    /** People who pause a rule and let it go on. */
    List<Action> actions(int length, int nodes, int firstNumber) {
        List<Action> actions = new ArrayList<>();
        boolean pauses = chance(10);
        int times = brake && chance(60) || pauses ? random.nextInt(1, 4) : 0;
        for (int i = 0; i < times; i++) {
            long second = random.nextInt(10, length);
            if (pauses) {
                add(actions, firstNumber, second, Kind.PAUSE, nodes);
                add(actions, firstNumber, second + random.nextInt(1, 30), Kind.RESUME, nodes);
            } else {
                add(actions, firstNumber, second, Kind.RESUME, nodes);
            }
        }
        return actions;
    }

    private void add(List<Action> actions, int first, long second, Kind kind, int nodes) {
        long at = second * SECOND + random.nextLong(SECOND);
        actions.add(
                new Action(first + actions.size(), at, kind, 0, random.nextInt(nodes), NewOrder.NONE, Purchase.NONE));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
