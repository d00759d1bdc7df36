package io.github.ordertimeout.config;

import io.github.ordertimeout.order.OrderTimeoutException;
import java.util.List;

/** The configuration cannot be used. One sentence per fault: the key, what is wrong and what would be right. */
public class ConfigurationException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    private final List<String> faults;

    /** Takes all faults found; at least one. */
    public ConfigurationException(List<String> faults) {
        super(faults.size() == 1 ? faults.get(0) : String.join("\n", faults));
        this.faults = List.copyOf(faults);
    }

    /** Takes one fault. */
    public ConfigurationException(String fault) {
        this(List.of(fault));
    }

    /** All faults, in the order found. */
    public List<String> faults() {
        return faults;
    }
}
