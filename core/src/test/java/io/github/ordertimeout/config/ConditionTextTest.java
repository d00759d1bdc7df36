package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.ordertimeout.config.Condition.Compare;
import io.github.ordertimeout.config.Condition.In;
import io.github.ordertimeout.config.Condition.IsEmpty;
import io.github.ordertimeout.config.Condition.IsNull;
import io.github.ordertimeout.config.Condition.NotEmpty;
import io.github.ordertimeout.config.Condition.NotIn;
import io.github.ordertimeout.config.Condition.NotNull;
import io.github.ordertimeout.config.Condition.Operator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "+1",
                "-1",
                "no",
                "yes",
                "on",
                "true",
                "null",
                "~",
                "线下",
                "15",
                "007",
                "1e3",
                "0x10",
                "1_000",
                "${now}",
                "12:30",
                "2026-01-01",
                ":now",
                "a, b",
                "it's",
                "'quoted'",
                "notpaid",
                "nothing",
                "isnull",
                "island",
                "a = b",
                "x > 1",
                " padded "
            })
    void aPlainTextIsItself(String text) {
        assertThat(ConditionText.parse(text)).isEqualTo(new In(List.of(text)));
    }

    static Stream<Arguments> spellings() {
        return Stream.of(
                arguments("[A, B]", in("A", "B")),
                arguments("[ A ,B ]", in("A", "B")),
                arguments("[A]", in("A")),
                arguments("['a, b', \"c\"]", in("a, b", "c")),
                arguments("['it''s', \"say \"\"so\"\"\"]", in("it's", "say \"so\"")),
                arguments("['']", in("")),
                arguments("['not paid', 'is null']", in("not paid", "is null")),
                arguments("[+1, 007]", in("+1", "007")),
                arguments("is null", new IsNull()),
                arguments(" is  null ", new IsNull()),
                arguments("not null", new NotNull()),
                arguments("is empty", new IsEmpty()),
                arguments("not empty", new NotEmpty()),
                arguments("not X", new NotIn(List.of("X"))),
                arguments("not  offline payment", new NotIn(List.of("offline payment"))),
                arguments("not [A, B]", new NotIn(List.of("A", "B"))),
                arguments("not ['null', B]", new NotIn(List.of("null", "B"))),
                arguments("not = null", new NotIn(List.of("null"))),
                arguments("> 5", new Compare(Operator.GREATER, "5")),
                arguments(">5", new Compare(Operator.GREATER, "5")),
                arguments(">= 5", new Compare(Operator.AT_LEAST, "5")),
                arguments("< -5", new Compare(Operator.LESS, "-5")),
                arguments("<= 2026-01-01 12:30", new Compare(Operator.AT_MOST, "2026-01-01 12:30")),
                arguments("= X", in("X")),
                arguments("=X", in("X")),
                arguments("= is null", in("is null")),
                arguments("= not X", in("not X")),
                arguments("= [A, B]", in("[A, B]")),
                arguments("= > 5", in("> 5")),
                arguments("= = X", in("= X")),
                arguments("=> 5", in("> 5")),
                arguments("=", in("")));
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void reads(String text, Condition expected) {
        assertThat(ConditionText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''       | is blank",
                "'  '     | is blank",
                "[]       | empty list",
                "[ ]      | empty list",
                "not []   | empty list",
                "[A, B    | lacks the closing ]",
                "not [A   | lacks the closing ]",
                "[A,,B]   | an item is empty",
                "[A, B,]  | an item is empty",
                "['A, B]  | a quote is not closed",
                "['A' B]  | put a comma between",
                "[> 5, 1] | a list holds only values",
                "[not A]  | a list holds only values",
                "[= A]    | a list holds only values",
                "IS NULL  | `is null` in small letters, or `= IS NULL`",
                "Not Null | `not null` in small letters",
                "NOT X    | `not` in small letters, or `= NOT X`",
                "not      | without a value",
                "not > 5  | takes only a value or a list",
                "not not X | takes only a value or a list",
                "not is null | takes only a value or a list",
                "!= X     | write `not X`",
                "<> X     | write `not X`",
                ">        | write `> X`",
                "> = 5    | write `> X`",
                "<= < 5   | write `<= X`"
            })
    void refuses(String text, String why) {
        assertThatThrownBy(() -> ConditionText.parse(text))
                .isInstanceOf(RefusedValueException.class)
                .hasMessageContaining(why);
    }

    @Test
    void aListOfTextsIsTakenAsItIs() {
        assertThat(ConditionText.parse(List.of("a, b", "'c'", " d", ""))).isEqualTo(in("a, b", "'c'", " d", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"> 5", "not X", "is null", "NOT NULL", "= X", "!= X"})
    void aListHoldsNoOperators(String item) {
        assertThatThrownBy(() -> ConditionText.parse(List.of("A", item)))
                .isInstanceOf(RefusedValueException.class)
                .hasMessageContaining(item);
    }

    private static In in(String... values) {
        return new In(List.of(values));
    }

    @ParameterizedTest
    @ValueSource(strings = {"is not null", "IS NOT NULL", "notnull", "not_null", "non-null"})
    void whatOthersWriteForNotNullIsRefused(String text) {
        assertThatThrownBy(() -> ConditionText.parse(text))
                .isInstanceOf(RefusedValueException.class)
                .hasMessageContaining("write `not null`")
                .hasMessageContaining("`= " + text + "`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"is not empty", "not-empty"})
    void whatOthersWriteForNotEmptyIsRefused(String text) {
        assertThatThrownBy(() -> ConditionText.parse(text))
                .isInstanceOf(RefusedValueException.class)
                .hasMessageContaining("write `not empty`");
    }
}
