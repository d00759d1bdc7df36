package io.github.ordertimeout.benchmarks.scenario;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The scenarios by name. */
public final class Scenarios {
    private static final Map<String, Supplier<Scenario>> ALL = new TreeMap<>(Map.of(
            "checkout", Checkout::new,
            "closing", Closing::new,
            "growth", Growth::new,
            "idle", Idle::new,
            "lateness", Lateness::new,
            "memory", Memory::new,
            "peers", Peers::new,
            "remote", Remote::new,
            "tie", Tie::new,
            "unclosable", Unclosable::new));

    static {
        ALL.put("nodes", Nodes::new);
        ALL.put("profile", Profile::new);
    }

    private Scenarios() {}

    /** What can be run. */
    public static Set<String> names() {
        return ALL.keySet();
    }

    /**
     * That one.
     *
     * @throws IllegalArgumentException naming those that there are
     */
    public static Scenario named(String name) {
        Supplier<Scenario> scenario = ALL.get(name);
        if (scenario == null) {
            throw new IllegalArgumentException("No scenario " + name + "; there are " + names());
        }
        return scenario.get();
    }
}
