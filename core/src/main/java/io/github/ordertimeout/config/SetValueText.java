package io.github.ordertimeout.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a column is set to: a literal, {@code :now}, {@code :null}, {@code increment}, {@code sql:EXPRESSION} and so on. */
final class SetValueText {
    private static final Pattern WORD = Pattern.compile(":[\\p{L}_].*", Pattern.DOTALL);
    private static final Pattern SQL = Pattern.compile("(?is)\\s*(sql:)(.*)");

    private SetValueText() {}

    static SetValue parse(String text) {
        Matcher sql = SQL.matcher(text);
        if (sql.matches()) {
            return expression(text, sql.group(1), sql.group(2));
        }
        String word = text.strip();
        return switch (word) {
            case ":now" -> new SetValue.Now();
            case ":reason" -> new SetValue.Reason();
            case ":rule" -> new SetValue.RuleName();
            case ":null" -> new SetValue.Null();
            case "increment" -> new SetValue.Increment();
            default -> literal(text, word);
        };
    }

    private static SetValue literal(String text, String word) {
        if (WORD.matcher(word).matches()) {
            throw new RefusedValueException(
                    "is " + Secrets.quoted(text) + ", but only :now, :reason, :rule and :null exist: write sql:'"
                            + word.replace("'", "''") + "' for this very text");
        }
        return new SetValue.Literal(text);
    }

    private static SetValue expression(String text, String prefix, String sql) {
        if (!prefix.equals("sql:")) {
            throw new RefusedValueException("is " + Secrets.quoted(text) + ": write sql: in small letters");
        }
        return SqlTemplateParser.parse(sql, SqlScope.PLAIN)
                .map(template -> new SetValue.Expression(SqlTemplateParser.plainSql(template)))
                .orElseThrow(() -> new RefusedValueException("is sql: without an expression: write sql:EXPRESSION"));
    }
}
