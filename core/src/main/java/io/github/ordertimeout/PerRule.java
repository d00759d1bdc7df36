package io.github.ordertimeout;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Things of the user's, each for every rule or for one; where one is wanted, that of the rule itself comes first. */
final class PerRule<T> {
    private record Entry<T>(Predicate<String> rule, T what) {}

    private final List<Entry<T>> all = new ArrayList<>();

    void addForAll(T what) {
        all.add(new Entry<>(rule -> true, what));
    }

    void addFor(String rule, T what) {
        all.add(new Entry<>(rule::equals, what));
    }

    /** It wins over those that are there. */
    void addFirstFor(String rule, T what) {
        all.add(0, new Entry<>(rule::equals, what));
    }

    /**
     * Those of one rule.
     *
     * @param configured as the configuration calls it: what is for a rule is for each of its shards, for one of them alone where its
     *     own name is given
     */
    List<T> of(String rule, String configured) {
        return all.stream()
                .filter(entry -> entry.rule().test(rule) || entry.rule().test(configured))
                .map(Entry::what)
                .toList();
    }
}
