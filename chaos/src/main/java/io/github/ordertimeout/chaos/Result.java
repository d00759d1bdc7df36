package io.github.ordertimeout.chaos;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What came of a seed.
 *
 * @param where the database
 * @param faults how many of each kind
 * @param made orders that are in the database
 * @param closedByEngine by a node, a look or a person through the engine
 * @param cancelled by customers
 * @param paid orders that are paid in the end
 * @param latePayments payments that the guard owed back
 * @param refunds that had an effect
 * @param accountedSeconds how long after the last fault the last overdue order was closed or held for a reason
 * @param accountedLimitSeconds how long it might have been
 * @param takeoverSeconds how late the latest order was closed after the kill at the end
 */
record Result(
        long seed,
        String where,
        Scale scale,
        Map<FaultKind, Integer> faults,
        int made,
        int closedByEngine,
        int cancelled,
        int paid,
        int latePayments,
        int refunds,
        double accountedSeconds,
        double accountedLimitSeconds,
        double takeoverSeconds,
        List<Violation> violations) {
    /** The head of the table of {@link #line}. */
    static final String HEAD = "| seed | database | load | faults | orders | closed | cancelled | paid | late payments"
            + " | refunds | accounted for after | takeover | violations |\n"
            + "|---|---|---|---|---|---|---|---|---|---|---|---|---|";

    /** One line of a Markdown table. */
    String line() {
        String told = faults.entrySet().stream()
                .map(entry -> entry.getValue() + " "
                        + entry.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
        int all = faults.values().stream().mapToInt(Integer::intValue).sum();
        return String.format(
                Locale.ROOT,
                "| %d | %s | %s, faults for %d s | %d: %s | %d | %d | %d | %d | %d | %d | %.1f s of %.1f s | %.1f s | %d |",
                seed,
                where,
                scale,
                scale.faults().toSeconds(),
                all,
                told,
                made,
                closedByEngine,
                cancelled,
                paid,
                latePayments,
                refunds,
                accountedSeconds,
                accountedLimitSeconds,
                takeoverSeconds,
                violations.size());
    }
}
