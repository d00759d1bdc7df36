package io.github.ordertimeout.simulation;

import java.util.List;

/** Tells a failing run so that a person can follow it. */
final class Story {
    private static final int LAST = 150;

    private Story() {}

    static String of(Simulation simulation, long seed) {
        Plan plan = PlanMaker.of(seed);
        Simulation.Result result = simulation.run(plan, true);
        List<String> trace = result.trace();
        return "Seed " + seed + ": " + result.violation()
                + "\nReplay: mvn -pl core test -Dtest=SimulationTest -Dsimulation.seed="
                + seed + "\n" + plan + "\n"
                + String.join("\n", trace.subList(Math.max(0, trace.size() - LAST), trace.size()))
                + "\n" + result.violation();
    }
}
