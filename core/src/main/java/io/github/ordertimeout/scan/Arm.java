package io.github.ordertimeout.scan;

import java.time.Duration;
import java.util.List;

/**
 * One index-friendly part of a rule: one open status, one time column, terms of (nearly) equal length. The arms of a rule
 * overlap nowhere and together find every order of it. Split because a database reads every due row for a page ordered by
 * time when several statuses or computed deadlines stand in one statement.
 *
 * @param ordinal its place among the rule's arms, from 0
 * @param status the open status, as configured
 * @param basis which column the range runs over
 * @param shortest the shortest term of this arm; zero for {@link Basis#DUE}
 * @param terms which terms an order of this arm may have: 0 to n−1 are the entries of {@code timeouts-by}, n is {@code timeout},
 *     and what lies above are the lengths found by {@code timeouts-from}
 */
public record Arm(int ordinal, String status, Basis basis, Duration shortest, List<Integer> terms) {
    /** Copies the terms. */
    public Arm {
        terms = List.copyOf(terms);
    }

    /** The column that an arm's range runs over. */
    public enum Basis {
        /** The deadline column, where it holds a real time. */
        DUE,
        /** The created column, where there is no deadline. */
        CREATED
    }

    @Override
    public String toString() {
        return "status " + status + (basis == Basis.DUE ? ", by deadline" : ", by creation + " + shortest);
    }
}
