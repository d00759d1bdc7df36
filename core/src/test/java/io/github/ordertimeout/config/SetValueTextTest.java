package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SetValueTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "4",
                "+1",
                "no",
                "true",
                "null",
                "线下",
                "15",
                "007",
                "1e3",
                "${now}",
                "12:30",
                ":",
                ":-)",
                ":1",
                "now",
                "incremental",
                "a sql:b",
                "padded "
            })
    void aPlainTextIsItself(String text) {
        assertThat(SetValueText.parse(text)).isEqualTo(new SetValue.Literal(text));
    }

    static Stream<Arguments> spellings() {
        return Stream.of(
                arguments(":now", new SetValue.Now()),
                arguments(":reason", new SetValue.Reason()),
                arguments(":rule", new SetValue.RuleName()),
                arguments(":null", new SetValue.Null()),
                arguments("increment", new SetValue.Increment()),
                arguments("sql:version + 1", new SetValue.Expression("version + 1")),
                arguments("sql: total - paid; ", new SetValue.Expression("total - paid")),
                arguments("sql:':literal'", new SetValue.Expression("':literal'")),
                arguments("sql:x::text", new SetValue.Expression("x::text")));
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void reads(String text, SetValue expected) {
        assertThat(SetValueText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ":today | only :now, :reason, :rule and :null exist",
                ":NOW   | only :now, :reason, :rule and :null exist",
                ":id    | sql:':id'",
                ":column.x | only :now",
                ":关闭  | only :now",
                "sql:   | without an expression",
                "sql:;  | without an expression",
                "SQL:x  | sql: in small letters",
                "sql:concat(a, :rule) | no parameters exist here",
                "sql:1; DROP TABLE x | holds a ;",
                "sql:(1 | parentheses"
            })
    void refuses(String text, String why) {
        assertThatThrownBy(() -> SetValueText.parse(text))
                .isInstanceOf(RefusedValueException.class)
                .hasMessageContaining(why);
    }
}
