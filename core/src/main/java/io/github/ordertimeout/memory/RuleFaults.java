package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;

/** Gathers what is wrong with a rule, each fault with its key, so that one message names them all. */
final class RuleFaults {
    private final String rule;
    private final List<String> found = new ArrayList<>();

    RuleFaults(String rule) {
        this.rule = rule;
    }

    void add(String key, String sentence) {
        found.add("order-timeout.rules." + rule + "." + key + ": " + sentence);
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigurationException(found);
        }
    }
}
