package io.github.ordertimeout.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SetValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which rules the store opens, and how configured texts meet the values of rows. */
class MemoryRuleTest {

    private final MemoryOrderStore store = MemoryOrderStore.create(() -> Instant.EPOCH);

    @BeforeEach
    void orders() {
        store.database().createTable("orders", "id", "number", "status", "due_at", "closed_at", "is_closed");
    }

    @Test
    @DisplayName("every missing table and column is named, all in one message")
    void missingColumns() {
        assertRefused(
                Rules.due().where("gone", "1").columns("lost").build(),
                "has no column \"gone\"",
                "has no column \"lost\"");
        assertRefused(Rules.due().table("order").build(), "no table \"order\"");
    }

    @Test
    @DisplayName("SQL is refused with a sentence, not ignored")
    void sql() {
        assertRefused(
                Rules.due()
                        .onClose("is_closed", new SetValue.Expression("1 + 1"))
                        .build(),
                "runs no SQL");
        assertRefused(Rules.due().open("sql:SELECT 1").build(), "runs no SQL");
    }

    @Test
    @DisplayName("a rule whose close leaves the row open is refused")
    void leavesOpen() {
        assertRefused(
                Rules.due().closed("0").build(),
                "order-timeout.rules.unpaid.closed-status: 0 would leave the order open");
        assertRefused(Rules.due().closed("00").build(), "leave the order open");
        assertRefused(Rules.due().closed("").build(), "(empty)");
        assertRefused(Rules.due().closed("1").build(), "closed-status: 1 is a paid-status too");
        assertRefused(Rules.due().paid("0", "1").build(), "open-status: 0 is a paid-status too");
        assertRefused(marking(new SetValue.Literal("1"), new Condition.In(List.of("0", "1"))), "leave the order open");
        assertRefused(marking(new SetValue.Literal("9"), new Condition.Compare(Condition.Operator.LESS, "10")), "open");
        assertRefused(marking(new SetValue.Increment(), new Condition.In(List.of("0"))), "leave the order open");
    }

    @Test
    @DisplayName("a where that excludes what on-close sets is as good as a closed status")
    void excludedByWhere() {
        assertOpens(marking(new SetValue.Literal("1"), new Condition.In(List.of("0"))));
        assertOpens(marking(new SetValue.Literal("1"), new Condition.NotIn(List.of("1"))));
        assertOpens(marking(new SetValue.Now(), new Condition.IsNull()));
        assertOpens(marking(new SetValue.Null(), new Condition.NotNull()));
    }

    @Test
    @DisplayName("numbers are compared as numbers, texts case-sensitively, and null meets only what says so")
    void conditions() {
        assertThat(Conditions.matches(new Condition.In(List.of("4.0")), 4)).isTrue();
        assertThat(Conditions.matches(new Condition.In(List.of("x")), 4)).isFalse();
        assertThat(Conditions.matches(new Condition.In(List.of("ABC")), "abc")).isFalse();
        assertThat(Conditions.matches(new Condition.In(List.of("1")), true)).isTrue();
        assertThat(Conditions.matches(new Condition.Compare(Condition.Operator.LESS, "10"), new BigDecimal("9.5")))
                .isTrue();
        assertThat(Conditions.matches(new Condition.NotIn(List.of("1")), null)).isTrue();
        assertThat(Conditions.matches(new Condition.In(List.of("1")), null)).isFalse();
        assertThat(Conditions.matches(new Condition.IsEmpty(), "")).isTrue();
        assertThat(Conditions.matches(new Condition.NotEmpty(), 0)).isTrue();
    }

    private static Rule marking(SetValue value, Condition where) {
        return Rules.due()
                .closed("")
                .onClose("is_closed", value)
                .where("is_closed", where)
                .build();
    }

    private void assertOpens(Rule rule) {
        assertThatNoException().isThrownBy(() -> store.open(rule));
    }

    private void assertRefused(Rule rule, String... words) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> store.open(rule))
                .withMessageContainingAll(words);
    }
}
