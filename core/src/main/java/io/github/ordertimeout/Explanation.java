package io.github.ordertimeout;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why one order is or is not closed, as one rule sees it.
 *
 * @param rule the rule's name
 * @param id the order's id
 * @param number the order's number, where the rule names one
 * @param closable whether a pass would close it now
 * @param verdict one of {@code closable}, {@code not-due}, {@code closed}, {@code paid}, {@code not-matching}, {@code
 *     inconsistent}, {@code too-old}, {@code in-compensation}, {@code stuck}, {@code held}, {@code deferred}, {@code braked}, {@code paused}
 * @param reasons sentences, the most important first; then the last close with its releases, and every payment that was seen
 * @param dueAt when its time to pay runs out: the moment that people are told
 * @param closesAt due time plus grace
 */
public record Explanation(
        String rule,
        String id,
        Optional<String> number,
        boolean closable,
        String verdict,
        List<String> reasons,
        Optional<Instant> dueAt,
        Optional<Instant> closesAt) {
    /** Copies the list. */
    public Explanation {
        reasons = List.copyOf(reasons);
    }
}
