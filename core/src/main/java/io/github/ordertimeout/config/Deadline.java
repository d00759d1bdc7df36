package io.github.ordertimeout.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * When an order's time to pay runs out: at {@code due}, or at {@code created} plus its term.
 *
 * @param due the deadline column; at least one of due and created is present
 * @param created the column of the order's making; with both, a null due falls back to it
 * @param timeout the term where no entry of {@code timeoutsBy} matches
 * @param timeoutsBy first match wins; a match of {@code never} also holds back rows with a due column
 * @param timeoutsFrom terms that stand in another table, where no entry of {@code timeoutsBy} matches; an order without a row there
 *     has {@code timeout}
 * @param grace added to the due time before the order is closed; not negative
 * @param maxAge orders made longer ago are counted, not closed
 */
public record Deadline(
        Optional<TimeColumn> due,
        Optional<TimeColumn> created,
        Term timeout,
        List<TermRule> timeoutsBy,
        Optional<TermQuery> timeoutsFrom,
        Duration grace,
        Optional<Duration> maxAge) {
    /** Copies the list. */
    public Deadline {
        timeoutsBy = List.copyOf(timeoutsBy);
    }
}
