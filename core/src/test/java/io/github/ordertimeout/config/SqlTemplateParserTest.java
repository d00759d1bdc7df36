package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.config.SqlTemplate.ColumnParameter;
import io.github.ordertimeout.config.SqlTemplate.Name;
import io.github.ordertimeout.config.SqlTemplate.Parameter;
import io.github.ordertimeout.config.SqlTemplate.Text;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTemplateParserTest {
    @Test
    void splitsTextAndParameters() {
        String sql = "UPDATE t SET a = :reason, b = :now WHERE id = :id AND c = :column.coupon_id";

        SqlTemplate template = statement(sql);

        assertThat(template.source()).isEqualTo(sql);
        assertThat(template.parts())
                .containsExactly(
                        new Text("UPDATE t SET a = "),
                        new Parameter(Name.REASON),
                        new Text(", b = "),
                        new Parameter(Name.NOW),
                        new Text(" WHERE id = "),
                        new Parameter(Name.ID),
                        new Text(" AND c = "),
                        new ColumnParameter("coupon_id"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ':id' AS a",
                "SELECT 'it''s :id'",
                "SELECT \":id\" FROM t",
                "SELECT `:id` FROM t",
                "SELECT 1 -- :nothing; here\n FROM t",
                "SELECT 1 /* :nothing; ' \" */ FROM t",
                "SELECT $$ :id ; ' $$",
                "SELECT $tag$ :id $$ ; $tag$",
                "SELECT x::text, y::numeric(10, 2)",
                "SET @a := 1",
                "SELECT a[1:2], b[lo:hi], c[:2]",
                "SELECT a % 2, 'b' LIKE '%c%'",
                "SELECT now() AT TIME ZONE 'UTC', '12:30'",
                "SELECT a ? 'b', a$b, $1",
                "SELECT 'a;b'"
            })
    void leavesTheRestAlone(String sql) {
        assertThat(statement(sql).parts()).containsExactly(new Text(sql));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "f(:id)                | f({ID})",
                "a=:id,b=:number       | a={ID},b={NUMBER}",
                ":old_status           | {OLD_STATUS}",
                ":rule + :reason        | {RULE} + {REASON}",
                ":now::timestamp       | {NOW}::timestamp",
                "ARRAY[1,:id]          | ARRAY[1,{ID}]",
                ":id;                  | {ID}",
                ":id ; /* done */      | {ID}  /* done */",
                ":column.a.b           | {.a}.b",
                ":column.订单号         | {.订单号}",
                ":column.\"my \"\"col\" + 1 | {.my \"col} + 1",
                ":column.`my col`      | {.my col}",
                "'a' :id 'b'           | 'a' {ID} 'b'",
                "/* :x */:id           | /* :x */{ID}"
            })
    void findsParameters(String sql, String shown) {
        assertThat(shown(statement(sql))).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x = :order_id   | uses :order_id, but :id, :number, :now, :reason, :rule, :old_status and :column.NAME exist",
                "x = :ID         | uses :ID",
                "x = :订单        | uses :订单",
                "x = :column     | write :column.NAME",
                "x = :column.    | write :column.NAME",
                "x = :column.(a) | write :column.NAME",
                "SELECT 1; SELECT 2 | holds a ; with more behind it",
                "SELECT 1; 'x'   | holds a ; with more behind it",
                "SELECT 'open    | never closed",
                "SELECT 'it\\'s' | never closed",
                "SELECT \"open   | never closed",
                "SELECT `open    | never closed",
                "SELECT $a$ open | never closed",
                "SELECT /* open  | never closed",
                "a = 1) OR (b = 2 | parentheses that do not match",
                "(a = 1          | parentheses that do not match"
            })
    void refuses(String sql, String why) {
        assertThatThrownBy(() -> statement(sql))
                .isInstanceOf(RefusedValueException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {":id", ":number", ":reason", ":old_status", ":column.x"})
    void aConditionKnowsNoSingleOrder(String parameter) {
        assertThatThrownBy(() -> SqlTemplateParser.parse("o.x = " + parameter, SqlScope.CONDITION))
                .hasMessageContaining("takes only :now and :rule");
    }

    @Test
    void aConditionKnowsNowAndRule() {
        SqlTemplate template = SqlTemplateParser.parse("o.x < :now AND o.r = :rule", SqlScope.CONDITION)
                .orElseThrow();

        assertThat(shown(template)).isEqualTo("o.x < {NOW} AND o.r = {RULE}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", ";", "-- only a comment", "/* only a comment */ ; "})
    void nothingSaidIsNothing(String sql) {
        assertThat(SqlTemplateParser.parse(sql, SqlScope.STATEMENT)).isEmpty();
    }

    @Test
    void aCommentAtTheEndCannotSwallowWhatFollows() {
        assertThat(shown(statement("a = 1 -- why"))).isEqualTo("a = 1 -- why\n");
    }

    private static SqlTemplate statement(String sql) {
        return SqlTemplateParser.parse(sql, SqlScope.STATEMENT).orElseThrow();
    }

    private static String shown(SqlTemplate template) {
        return template.parts().stream()
                .map(part -> part instanceof Text piece
                        ? piece.sql()
                        : part instanceof Parameter parameter
                                ? "{" + parameter.name() + "}"
                                : "{." + ((ColumnParameter) part).column() + "}")
                .collect(Collectors.joining());
    }
}
