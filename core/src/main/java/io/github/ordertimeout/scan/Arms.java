package io.github.ordertimeout.scan;

import io.github.ordertimeout.config.Deadline;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Compiles a rule into its arms: status × time column × terms of equal length, at most {@value #MOST_LENGTHS} lengths. */
public final class Arms {
    /** More distinct lengths than this share arms with the nearest shorter one; each order is still judged by its own term. */
    static final int MOST_LENGTHS = 16;

    private Arms() {}

    /** The rule's arms for these statuses, in the order to scan them; empty where nothing can run out. */
    public static List<Arm> of(Rule rule, List<String> openStatuses) {
        List<Arm> arms = new ArrayList<>();
        for (String status : openStatuses) {
            if (rule.deadline().due().isPresent()) {
                arms.add(new Arm(arms.size(), status, Arm.Basis.DUE, Duration.ZERO, dueTerms(rule.deadline())));
            }
            if (rule.deadline().created().isPresent()) {
                for (var group : createdTerms(rule.deadline()).entrySet()) {
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
     * A deadline of its own beats every term but an explicit {@code never} of {@code timeouts-by}; the rule's own
     * {@code timeout} never holds it back.
     */
    private static List<Integer> dueTerms(Deadline deadline) {
        int fallback = deadline.timeoutsBy().size();
        return IntStream.rangeClosed(0, fallback)
                .filter(i ->
                        i == fallback || !deadline.timeoutsBy().get(i).timeout().isNever())
                .boxed()
                .toList();
    }

    private static TreeMap<Duration, List<Integer>> createdTerms(Deadline deadline) {
        TreeMap<Duration, List<Integer>> byLength = new TreeMap<>();
        List<Term> terms = terms(deadline);
        for (int i = 0; i < terms.size(); i++) {
            int index = i;
            terms.get(i)
                    .length()
                    .ifPresent(length -> byLength.computeIfAbsent(length, l -> new ArrayList<>())
                            .add(index));
        }
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
