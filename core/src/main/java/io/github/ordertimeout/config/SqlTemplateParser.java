package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits trusted SQL into text and parameters, and makes sure that it is one statement. */
final class SqlTemplateParser {
    private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$");

    private final String sql;
    private final SqlScope scope;
    private final List<SqlTemplate.Part> parts = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int at;
    private int round;
    private int square;
    private boolean ended;
    private boolean somethingSaid;

    private SqlTemplateParser(String sql, SqlScope scope) {
        this.sql = sql;
        this.scope = scope;
    }

    /** The template; empty where the SQL is blank or only a comment. */
    static Optional<SqlTemplate> parse(String sql, SqlScope scope) {
        SqlTemplateParser parser = new SqlTemplateParser(sql, scope);
        parser.read();
        return parser.somethingSaid ? Optional.of(new SqlTemplate(sql, parser.parts)) : Optional.empty();
    }

    /** The text of a template that has no parameters. */
    static String plainSql(SqlTemplate template) {
        StringBuilder plain = new StringBuilder();
        for (SqlTemplate.Part part : template.parts()) {
            if (part instanceof SqlTemplate.Text piece) {
                plain.append(piece.sql());
            }
        }
        return plain.toString().strip();
    }

    private void read() {
        while (at < sql.length()) {
            if (!comment() && !literal()) {
                character(sql.charAt(at));
            }
        }
        if (round != 0) {
            throw unbalanced();
        }
        flush();
    }

    private boolean comment() {
        if (sql.startsWith("--", at)) {
            int line = sql.indexOf('\n', at);
            take(line < 0 ? sql.length() : line + 1);
            if (line < 0) {
                // what a statement puts behind this SQL must not fall into the comment
                text.append('\n');
            }
            return true;
        }
        if (sql.startsWith("/*", at)) {
            take(closing("*/", at + 2, "a comment"));
            return true;
        }
        return false;
    }

    private boolean literal() {
        char c = sql.charAt(at);
        if (c == '\'' || c == '"' || c == '`') {
            say();
            take(closingQuote(at));
            return true;
        }
        if (c == '$' && (at == 0 || !isNamePart(sql.codePointBefore(at)))) {
            Matcher tag = DOLLAR_QUOTE.matcher(sql).region(at, sql.length());
            if (tag.lookingAt()) {
                say();
                take(closing(tag.group(), tag.end(), tag.group()));
                return true;
            }
        }
        return false;
    }

    private void character(char c) {
        if (c == ';') {
            ended = true;
            at++;
            return;
        }
        if (!Character.isWhitespace(c)) {
            say();
        }
        if (c == ':') {
            colon();
            return;
        }
        round += c == '(' ? 1 : c == ')' ? -1 : 0;
        square += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (round < 0) {
            throw unbalanced();
        }
        take(at + 1);
    }

    private void colon() {
        if (sql.startsWith("::", at) || sql.startsWith(":=", at)) {
            take(at + 2);
            return;
        }
        boolean slice = square > 0 && at > 0 && isNamePart(sql.codePointBefore(at));
        int end = nameEnd(at + 1);
        if (slice || end == at + 1 || Character.isDigit(sql.codePointAt(at + 1))) {
            take(at + 1);
            return;
        }
        String word = sql.substring(at + 1, end);
        if (word.equals("column")) {
            column(end);
            return;
        }
        add(new SqlTemplate.Parameter(name(word)), end);
    }

    private SqlTemplate.Name name(String word) {
        for (SqlTemplate.Name name : SqlTemplate.Name.values()) {
            if (name.name().toLowerCase(Locale.ROOT).equals(word) && scope.allows(name)) {
                return name;
            }
        }
        throw new RefusedValueException("uses :" + word + ", but " + scope.advice());
    }

    private void column(int end) {
        if (!scope.allowsColumns()) {
            throw new RefusedValueException("uses :column, but " + scope.advice());
        }
        int start = end + 1;
        if (end >= sql.length() || sql.charAt(end) != '.' || start >= sql.length()) {
            throw new RefusedValueException("uses :column without a name: write :column.NAME");
        }
        char first = sql.charAt(start);
        if (first == '"' || first == '`') {
            int close = closingQuote(start);
            String quote = String.valueOf(first);
            String name = sql.substring(start + 1, close - 1).replace(quote + quote, quote);
            add(new SqlTemplate.ColumnParameter(name), close);
            return;
        }
        int close = nameEnd(start);
        if (close == start) {
            throw new RefusedValueException("uses :column. without a name: write :column.NAME");
        }
        add(new SqlTemplate.ColumnParameter(sql.substring(start, close)), close);
    }

    private void add(SqlTemplate.Part parameter, int end) {
        flush();
        parts.add(parameter);
        at = end;
    }

    private void flush() {
        if (!text.isEmpty()) {
            parts.add(new SqlTemplate.Text(text.toString()));
            text.setLength(0);
        }
    }

    private void take(int end) {
        text.append(sql, at, end);
        at = end;
    }

    private void say() {
        if (ended) {
            throw new RefusedValueException(
                    "holds a ; with more behind it: write one statement each, as items of a list where several are allowed");
        }
        somethingSaid = true;
    }

    private int closingQuote(int open) {
        char quote = sql.charAt(open);
        for (int i = open + 1; i < sql.length(); i++) {
            if (sql.charAt(i) != quote) {
                continue;
            }
            if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
                i++;
            } else {
                return i + 1;
            }
        }
        throw new RefusedValueException("opens a " + quote + " that is never closed: write " + quote + quote
                + " for a quote inside quotes, not a backslash");
    }

    private int closing(String mark, int from, String what) {
        int close = sql.indexOf(mark, from);
        if (close < 0) {
            throw new RefusedValueException("opens " + what + " that is never closed: add " + mark);
        }
        return close + mark.length();
    }

    private int nameEnd(int from) {
        int end = from;
        while (end < sql.length() && isNamePart(sql.codePointAt(end))) {
            end += Character.charCount(sql.codePointAt(end));
        }
        return end;
    }

    private static boolean isNamePart(int c) {
        return Character.isLetterOrDigit(c)
                || c == '_'
                || c == '$'
                || Character.getType(c) == Character.NON_SPACING_MARK;
    }

    private static RefusedValueException unbalanced() {
        return new RefusedValueException("has parentheses that do not match: close each ( with one )");
    }
}
