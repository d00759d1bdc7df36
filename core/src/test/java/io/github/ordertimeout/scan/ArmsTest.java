package io.github.ordertimeout.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Term;
import io.github.ordertimeout.config.TermRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ArmsTest {
    @Test
    @DisplayName("each open status has arms of its own, so that a page is one index range")
    void oneArmPerStatus() {
        List<Arm> arms = Arms.of(Rules.created("15m").build(), List.of("0", "2"));
        assertThat(arms).extracting(Arm::status).containsExactly("0", "2");
        assertThat(arms).extracting(Arm::ordinal).containsExactly(0, 1);
    }

    @Test
    @DisplayName("terms of equal length share an arm; never has none")
    void equalLengthsShareAnArm() {
        var rule = Rules.created("15m")
                .timeoutsBy(term("type", "1", "5m"), term("type", "2", "15m"), term("type", "3", "never"))
                .build();
        assertThat(Arms.of(rule, List.of("0")))
                .extracting(Arm::shortest, Arm::terms)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Duration.ofMinutes(5), List.of(0)),
                        org.assertj.core.groups.Tuple.tuple(Duration.ofMinutes(15), List.of(1, 3)));
    }

    @Test
    @DisplayName(
            "a deadline column outlives a rule whose own timeout is never, but not a matching never of timeouts-by")
    void deadlineBeatsNever() {
        var rule = Rules.due()
                .timeoutsBy(term("method", "cod", "never"), term("type", "1", "5m"))
                .build();
        assertThat(Arms.of(rule, List.of("0")))
                .filteredOn(arm -> arm.basis() == Arm.Basis.DUE)
                .extracting(Arm::terms)
                .containsExactly(List.of(1, 2));
    }

    @Test
    @DisplayName("A17 a rule whose timeout is never has no arm that could close by creation time")
    void neverHasNoArm() {
        assertThat(Arms.of(Rules.created("never").build(), List.of("0"))).isEmpty();
    }

    @Test
    @DisplayName(
            "more than 16 lengths share 16 arms, each with the nearest shorter length, and every term is in exactly one")
    void manyLengths() {
        List<TermRule> terms = new ArrayList<>();
        IntStream.rangeClosed(1, 40).forEach(i -> terms.add(term("type", String.valueOf(i), i + "m")));
        var rule =
                Rules.created("3h").timeoutsBy(terms.toArray(TermRule[]::new)).build();
        List<Arm> arms = Arms.of(rule, List.of("0"));
        assertThat(arms).hasSize(Arms.MOST_LENGTHS);
        assertThat(arms.stream().flatMap(arm -> arm.terms().stream()).sorted().toList())
                .isEqualTo(IntStream.rangeClosed(0, 40).boxed().toList());
        List<Term> all = Arms.terms(rule.deadline());
        assertThat(arms)
                .allSatisfy(arm -> assertThat(arm.terms())
                        .allSatisfy(i ->
                                assertThat(all.get(i).length().orElseThrow()).isGreaterThanOrEqualTo(arm.shortest())));
    }

    private static TermRule term(String column, String value, String length) {
        return new TermRule(Map.of(column, new Condition.In(List.of(value))), Rules.term(length));
    }
}
