package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.Term;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Which of its terms an order has, as it stands at one moment. Immutable. An index means the same length for as long as the rule
 * is open: a page read by an older state is understood by a newer one.
 *
 * @param cases conditions on alias {@code o} by the index of their term, in the order to try them
 * @param terms the term of each index; those without a case but the fallback's are no order's just now
 * @param fallback the index where no case holds
 */
record TermCases(Map<Integer, Sql> cases, List<Term> terms, int fallback) {
    TermCases {
        cases = new LinkedHashMap<>(cases);
        terms = List.copyOf(terms);
    }

    /** What is configured alone: the entries of {@code timeouts-by}, then {@code timeout}. */
    static TermCases configured(List<Sql> matches, List<Term> terms) {
        Map<Integer, Sql> cases = new LinkedHashMap<>();
        for (int i = 0; i < matches.size(); i++) {
            cases.put(i, matches.get(i));
        }
        return new TermCases(cases, terms, matches.size());
    }

    /** The outcome of the order's term. */
    Sql choose(IntFunction<Sql> outcome) {
        List<Sql> outcomes = new ArrayList<>();
        cases.keySet().forEach(index -> outcomes.add(outcome.apply(index)));
        return Flag.firstOf(List.copyOf(cases.values()), outcomes, outcome.apply(fallback));
    }

    Term term(int index) {
        return terms.get(index);
    }

    /** Whether some orders never run out though they have a deadline of their own. */
    boolean holdBack() {
        return cases.keySet().stream().anyMatch(index -> term(index).isNever());
    }

    /** Those above the fallback that orders may have just now. */
    Map<Integer, Term> further() {
        Map<Integer, Term> further = new LinkedHashMap<>();
        cases.keySet().stream().filter(index -> index > fallback).forEach(index -> further.put(index, term(index)));
        return further;
    }
}
