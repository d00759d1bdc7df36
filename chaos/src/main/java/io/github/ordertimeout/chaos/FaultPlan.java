package io.github.ordertimeout.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** The faults of a seed: the same seed, scale and possible kinds give the same faults. */
final class FaultPlan {
    private final Random random;
    private final Scale scale;
    private final List<FaultKind> kinds;
    private final List<FaultKind> deck = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();

    private FaultPlan(long seed, Scale scale, Set<FaultKind> possible) {
        this.random = new Random(seed);
        this.scale = scale;
        this.kinds = possible.stream().sorted().toList();
    }

    /** Draws them, ordered by time; all have ended when the time for faults is over. */
    static List<Fault> of(long seed, Scale scale, Set<FaultKind> possible) {
        return new FaultPlan(seed, scale, possible).draw();
    }

    private List<Fault> draw() {
        Duration at = Duration.ZERO;
        while (at.compareTo(scale.faults()) < 0) {
            Fault fault = one(at);
            if (fault.end().compareTo(scale.faults()) <= 0
                    && faults.stream().noneMatch(other -> collide(other, fault))) {
                faults.add(fault);
            }
            at = at.plusMillis(Math.round(scale.gap().toMillis() * (0.4 + 1.2 * random.nextDouble())));
        }
        return List.copyOf(faults);
    }

    private Fault one(Duration at) {
        FaultKind kind = next();
        double seconds = kind.leastSeconds() + random.nextDouble() * (kind.mostSeconds() - kind.leastSeconds());
        int target =
                switch (kind.needs()) {
                    case NODE, OLD_VERSION -> random.nextInt(scale.nodes());
                    case LINE -> random.nextInt(scale.nodes() + 1);
                    default -> 0;
                };
        return new Fault(
                at,
                kind,
                target,
                Duration.ofMillis(Math.round(seconds * 1_000 * scale.stretch())),
                random.nextInt(601) - 300);
    }

    /** From a shuffled deck, so that a long run has all of them. */
    private FaultKind next() {
        if (deck.isEmpty()) {
            deck.addAll(kinds);
            Collections.shuffle(deck, random);
        }
        return deck.remove(deck.size() - 1);
    }

    /** Two at once of what cannot be done twice, or to one process. */
    private static boolean collide(Fault one, Fault two) {
        boolean apart = one.end().compareTo(two.at()) < 0 || two.end().compareTo(one.at()) < 0;
        return !apart && area(one).equals(area(two));
    }

    private static String area(Fault fault) {
        return switch (fault.kind()) {
            case KILL, STOP, BRAKE, ROLLING_UPDATE -> "process " + fault.target();
            case CUT, LOST_ANSWER, BLACK_HOLE, DELAY -> "line " + fault.target();
            case CLOCK -> "clock " + fault.target();
            case PROVIDER_HUNG, PROVIDER_FLAKY -> "provider";
            case WAREHOUSE_DOWN, WAREHOUSE_FLAKY -> "warehouse";
            case TABLE_REFUSES -> "tables";
            case READ_ONLY, DATABASE_STOP -> "server";
        };
    }
}
