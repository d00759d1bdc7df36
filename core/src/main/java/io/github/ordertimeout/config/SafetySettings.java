package io.github.ordertimeout.config;

import java.math.BigDecimal;

/**
 * When a rule stops by itself, since what it is about to do looks like a mistake.
 *
 * @param maxClosesPerPass more overdue orders than that stop it; 0: no such limit
 * @param maxShareOfOpen more overdue orders than this share of all open ones stop it, from 0 to 1; 0: no such limit
 * @param floor so many overdue orders never stop it
 */
public record SafetySettings(int maxClosesPerPass, BigDecimal maxShareOfOpen, int floor) {
    /** No brake. */
    public static final SafetySettings DEFAULT = new SafetySettings(0, BigDecimal.ZERO, 100);

    /** Whether there is any limit. */
    public boolean isSet() {
        return maxClosesPerPass > 0 || maxShareOfOpen.signum() > 0;
    }
}
