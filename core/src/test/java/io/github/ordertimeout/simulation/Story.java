package io.github.ordertimeout.simulation;

import java.util.List;
import java.util.stream.Collectors;

/** Tells a failing run, made as short as it gets, so that a person can follow it. */
final class Story {
    private static final int LAST = 200;

    private Story() {}

    static String of(Simulation simulation, long seed) {
        Plan plan = PlanMaker.of(seed);
        Violation first = simulation.run(plan).violation();
        Plan small = Shrinker.shrink(simulation, plan);
        Simulation.Result result = simulation.run(small, true);
        List<String> trace = result.trace();
        return """
                Seed %d: %s
                Replay: mvn -pl core test -Dtest=SimulationTest -Dsimulation.seed=%d
                Shrunk from %d actions to %d:
                %s
                %s
                The last steps of %d:
                %s
                %s""".formatted(
                        seed,
                        first,
                        seed,
                        plan.actions().size(),
                        small.actions().size(),
                        small,
                        small.actions().stream()
                                .map(action -> "  %8.3f s  %s".formatted(action.at() / 1e9, action))
                                .collect(Collectors.joining("\n")),
                        trace.size(),
                        String.join("\n", trace.subList(Math.max(0, trace.size() - LAST), trace.size())),
                        result.violation());
    }
}
