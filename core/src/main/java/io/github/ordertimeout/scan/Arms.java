package io.github.ordertimeout.scan;

import io.github.ordertimeout.config.Deadline;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Compiles a rule into its arms: status × time column × terms of equal length, at most {@value #MOST_LENGTHS} lengths. */
public final class Arms {
    /** More distinct lengths than this share arms with the nearest shorter one; each order is still judged by its own term. */
    static final int MOST_LENGTHS = 16;

    private Arms() {}

    /** The rule's arms for these statuses, in the order to scan them; empty where nothing can run out. */
    public static List<Arm> of(Rule rule, List<String> openStatuses) {
        return of(rule, openStatuses, Map.of());
    }

    /**
     * The same with terms that stand in another table.
     *
     * @param further those that orders may have just now, by index; the indices lie above that of {@code timeout}
     */
    public static List<Arm> of(Rule rule, List<String> openStatuses, Map<Integer, Term> further) {
        SortedMap<Integer, Term> terms = new TreeMap<>(further);
        List<Term> configured = terms(rule.deadline());
        for (int i = 0; i < configured.size(); i++) {
            terms.put(i, configured.get(i));
        }
        List<Arm> arms = new ArrayList<>();
        for (String status : openStatuses) {
            if (rule.deadline().due().isPresent()) {
                arms.add(new Arm(
                        arms.size(), status, Arm.Basis.DUE, Duration.ZERO, dueTerms(terms, configured.size() - 1)));
            }
            if (rule.deadline().created().isPresent()) {
                for (var group : createdTerms(terms).entrySet()) {
                    arms.add(new Arm(arms.size(), status, Arm.Basis.CREATED, group.getKey(), group.getValue()));
                }
            }
        }
        return List.copyOf(arms);
    }

    /** The term of each index that an arm's {@link Arm#terms} speaks of. */
    public static List<Term> terms(Deadline deadline) {
        List<Term> terms = new ArrayList<>();
        deadline.timeoutsBy().forEach(entry -> terms.add(entry.timeout()));
        terms.add(deadline.timeout());
        return List.copyOf(terms);
    }

    /**
     * A deadline of its own beats every term but an explicit {@code never} of {@code timeouts-by} or {@code timeouts-from}; the
     * rule's own {@code timeout} never holds it back.
     */
    private static List<Integer> dueTerms(SortedMap<Integer, Term> terms, int fallback) {
        return terms.entrySet().stream()
                .filter(entry -> entry.getKey() == fallback || !entry.getValue().isNever())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static TreeMap<Duration, List<Integer>> createdTerms(SortedMap<Integer, Term> terms) {
        TreeMap<Duration, List<Integer>> byLength = new TreeMap<>();
        terms.forEach((index, term) -> term.length()
                .ifPresent(length ->
                        byLength.computeIfAbsent(length, l -> new ArrayList<>()).add(index)));
        if (byLength.size() <= MOST_LENGTHS) {
            return byLength;
        }
        TreeMap<Duration, List<Integer>> grouped = new TreeMap<>();
        int position = 0;
        Duration group = Duration.ZERO;
        for (var entry : byLength.entrySet()) {
            if ((long) position * MOST_LENGTHS / byLength.size()
                            != (long) (position - 1) * MOST_LENGTHS / byLength.size()
                    || position == 0) {
                group = entry.getKey();
            }
            grouped.computeIfAbsent(group, l -> new ArrayList<>()).addAll(entry.getValue());
            position++;
        }
        return grouped;
    }
}
