package io.github.ordertimeout.jdbc.catalog;

import io.github.ordertimeout.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects everything wrong with a configuration, each fault with its key, so that one message names them all. */
public final class Faults {
    private final String prefix;
    private final List<String> found;

    private Faults(String prefix, List<String> found) {
        this.prefix = prefix;
        this.found = found;
    }

    /** For a rule: keys are told below {@code order-timeout.rules.NAME.}. */
    public static Faults ofRule(String rule) {
        return new Faults("order-timeout.rules." + rule + ".", new ArrayList<>());
    }

    /** The same collection for keys below this one. */
    public Faults below(String key) {
        return new Faults(prefix + key + ".", found);
    }

    /** Notes a fault of this key. */
    public void add(String key, String sentence) {
        found.add(prefix + key + ": " + sentence);
    }

    /** What the step yields, or nothing where it fails: then the fault is noted. */
    public <T> Optional<T> attempt(String key, Supplier<T> step) {
        try {
            return Optional.of(step.get());
        } catch (CatalogFault fault) {
            add(key, fault.sentence());
            return Optional.empty();
        }
    }

    /** Whether nothing was found so far. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** Refuses the configuration if anything was found. */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigurationException(found);
        }
    }
}
