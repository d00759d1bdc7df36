package io.github.ordertimeout.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with a configuration, and what should be said about it, gathered until all of it has been read. */
final class Findings {
    private final Set<String> faults = new LinkedHashSet<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    /** The predicate goes on from the key: {@code is "15", but a duration needs a unit: write 15m}. */
    void refuse(String key, String predicate) {
        refuse(key + " " + predicate);
    }

    void refuse(String sentence) {
        faults.add(ended(sentence));
    }

    /** What others have found wrong is wrong here too. */
    void refuseAll(Findings others) {
        faults.addAll(others.faults);
    }

    void warn(String sentence) {
        warnings.add(ended(sentence));
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    boolean sound() {
        return faults.isEmpty();
    }

    void throwIfRefused() {
        if (!faults.isEmpty()) {
            throw new ConfigurationException(List.copyOf(faults));
        }
    }

    private static String ended(String sentence) {
        return sentence.endsWith(".") || sentence.endsWith("?") ? sentence : sentence + ".";
    }
}
