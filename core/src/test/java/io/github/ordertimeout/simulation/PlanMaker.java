package io.github.ordertimeout.simulation;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.config.Deadline;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.memory.Isolation;
import io.github.ordertimeout.simulation.Action.Kind;
import io.github.ordertimeout.simulation.Action.Line;
import io.github.ordertimeout.simulation.Action.NewOrder;
import io.github.ordertimeout.simulation.Action.Temper;
import io.github.ordertimeout.simulation.Plan.FaultPlan;
import io.github.ordertimeout.simulation.Plan.NodePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Draws a plan from a seed. Most of what happens to an order happens close to the moment it runs out. */
final class PlanMaker {
    static final List<String> SKUS = List.of("A", "B", "C", "D");
    /** A stock row that does not exist. */
    static final String GONE = "GONE";

    private static final List<Temper> TEMPERS = List.of(Temper.values());
    private static final long SECOND = 1_000_000_000L;
    private static final Instant SOME_DAY = Instant.parse("2026-03-01T10:00:00Z");
    /** Two minutes before Berlin's clocks go back from three to two. */
    private static final Instant BEFORE_THE_REPEATED_HOUR = Instant.parse("2026-10-25T00:58:00Z");

    private final long seed;
    private final SplittableRandom random;
    private final List<Action> actions = new ArrayList<>();
    /** For each order when it is made and about when it runs out. */
    private final List<long[]> closing = new ArrayList<>();

    private int numbers;

    private PlanMaker(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    static Plan of(long seed) {
        return new PlanMaker(seed).make();
    }

    private Plan make() {
        Rules rules = new RuleMaker(random).rules();
        PaymentMaker payments = new PaymentMaker(seed);
        payments.complete(rules);
        RemoteMaker remotes = new RemoteMaker(seed);
        remotes.complete(rules);
        Rule rule = rules.build();
        int length = random.nextInt(60, 150);
        int nodes = Math.max(1, random.nextInt(-1, 5));
        orders(rule, length, nodes);
        List<Action> purchases = payments.purchases(List.copyOf(closing), length, nodes, 10_000);
        if (chance(35)) {
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                add(random.nextInt(5, length), Kind.CRASH, random.nextInt(nodes), random.nextInt(1, 25));
            }
        }
        if (chance(15)) {
            add(random.nextInt(5, length), Kind.CORRECT_STOCK, random.nextInt(SKUS.size()), random.nextInt(5, 60));
        }
        actions.addAll(purchases);
        actions.addAll(remotes.actions(length, nodes, 20_000));
        actions.sort(Comparator.comparingLong(Action::at));
        return new Plan(
                seed,
                rule,
                chance(50),
                chance(75) ? SOME_DAY : BEFORE_THE_REPEATED_HOUR,
                length * SECOND,
                chance(50) ? Isolation.READ_COMMITTED : Isolation.REPEATABLE_READ,
                nodes(nodes),
                faults(length),
                payments.plan(),
                remotes.plan(),
                List.copyOf(actions));
    }

    private List<NodePlan> nodes(int count) {
        boolean replica = chance(25);
        List<NodePlan> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int skew = chance(50) ? 0 : random.nextInt(-90, 90);
            nodes.add(new NodePlan(skew, replica ? random.nextInt(0, 8) : 0));
        }
        return nodes;
    }

    private FaultPlan faults(int length) {
        boolean slow = chance(30);
        double hang = chance(20) ? 0.02 : 0;
        return switch (random.nextInt(5)) {
            case 0, 1 -> new FaultPlan(0, 0, 0, hang, slow, List.of());
            case 2 -> new FaultPlan(0, 0, 0.15, hang, slow, List.of());
            case 3 -> new FaultPlan(0.01, 0.02, 0.05, hang, slow, List.of());
            default -> {
                long from = random.nextInt(10, length);
                yield new FaultPlan(0.003, 0.003, 0.03, hang, slow, List.of(new long[] {
                    from, from + random.nextInt(2, 30)
                }));
            }
        };
    }

    private void orders(Rule rule, int length, int nodes) {
        int count = 10 + random.nextInt(1 + random.nextInt(51));
        int at = 0;
        for (int id = 1; id <= count; id++) {
            // Some come in the same second, as in a flash sale.
            at = id == 1 || chance(70) ? random.nextInt(0, length * 2 / 3) : at;
            NewOrder order = order(rule);
            actions.add(new Action(numbers++, at * SECOND, Kind.ORDER, id, 0, order, Action.Purchase.NONE));
            long closes = at + term(rule.deadline(), order);
            closing.add(new long[] {at, closes});
            for (int i = random.nextInt(3); i > 0; i--) {
                life(rule, id, Math.max(at, closes + random.nextInt(-6, 7)), nodes);
            }
        }
    }

    private NewOrder order(Rule rule) {
        List<Line> lines = new ArrayList<>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            lines.add(new Line(chance(3) ? GONE : SKUS.get(random.nextInt(SKUS.size())), random.nextInt(1, 6)));
        }
        int due = chance(15) ? random.nextInt(-1, 1) : random.nextInt(5, 60);
        int last = rule.status().open().size();
        return new NewOrder(
                random.nextInt(last) * 2,
                chance(50) ? null : Integer.valueOf(random.nextInt(5)),
                due,
                chance(10) ? 1 : 0,
                List.copyOf(lines),
                chance(85) ? Temper.PLAIN : TEMPERS.get(random.nextInt(1, TEMPERS.size())));
    }

    /** About when an order runs out; where it never does, some moment. */
    private long term(Deadline deadline, NewOrder order) {
        Duration grace = deadline.grace();
        if (deadline.due().isPresent() && order.due() > 0) {
            return order.due() + grace.toSeconds();
        }
        return deadline.timeout().length().map(Duration::toSeconds).orElse(30L) + grace.toSeconds();
    }

    private void life(Rule rule, int id, long at, int nodes) {
        switch (random.nextInt(13)) {
            case 0, 1 -> add(at, Kind.PAY, id, 0);
            case 2 -> {
                add(at, Kind.PAY, id, 0);
                add(at + random.nextInt(4), Kind.PAY, id, 0);
            }
            case 3 -> {
                if (!rule.selection().paidEvidence().isEmpty()) {
                    add(at, Kind.NOTE_PAYMENT, id, 0);
                    add(at + random.nextInt(3, 40), Kind.PAY, id, 0);
                }
            }
            case 4, 5 -> add(at, Kind.CANCEL, id, 0);
            case 6, 7 -> add(at, Kind.MOVE_DEADLINE, id, chance(10) ? 0 : random.nextInt(1, 40));
            case 8 -> add(at, Kind.FLIP, id, random.nextInt(2));
            case 9 -> {
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    add(at + random.nextInt(1, 20 * i) - 1, Kind.REOPEN, id, chance(40) ? -30 : random.nextInt(20));
                }
            }
            case 10 -> add(at, Kind.HOLD, id, random.nextInt(1, 12));
            case 11 -> add(at, Kind.CLOSE_NOW, id, random.nextInt(nodes));
            default -> add(at, Kind.ENGINE_CANCEL, id, random.nextInt(nodes));
        }
    }

    /** Not on the second itself, where nothing would ever fall between two steps. */
    private void add(long second, Kind kind, long target, long amount) {
        long at = second * SECOND + random.nextLong(SECOND);
        actions.add(new Action(numbers++, at, kind, target, amount, NewOrder.NONE, Action.Purchase.NONE));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
