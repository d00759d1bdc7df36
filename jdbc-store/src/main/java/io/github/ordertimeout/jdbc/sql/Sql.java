package io.github.ordertimeout.jdbc.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of SQL: text and the values bound into it, in order. Immutable; text is always the library's own, a checked and
 * quoted identifier, or trusted SQL from the configuration.
 *
 * <p>In {@link #text()} each parameter stands as {@link #MARK}, so that question marks, colons and percent signs of trusted
 * SQL need no escaping; {@link #prepared()} puts the placeholders in.
 */
public final class Sql {
    /** Stands for one parameter; from Unicode's private use area, so that no SQL contains it. */
    static final char MARK = '\uE000';

    /** No text. */
    public static final Sql EMPTY = new Sql("", List.of());

    private final String text;
    private final List<Bound> values;

    private Sql(String text, List<Bound> values) {
        this.text = text;
        this.values = List.copyOf(values);
    }

    /** Text without parameters. */
    public static Sql text(String text) {
        return new Sql(text, List.of());
    }

    /** One parameter. */
    public static Sql value(Bound value) {
        return new Sql(String.valueOf(MARK), List.of(value));
    }

    /** The pieces one after the other, with that text between them. */
    public static Sql join(String separator, List<Sql> pieces) {
        StringBuilder text = new StringBuilder();
        List<Bound> values = new ArrayList<>();
        for (Sql piece : pieces) {
            if (!values.isEmpty() || text.length() > 0) {
                text.append(separator);
            }
            text.append(piece.text);
            values.addAll(piece.values);
        }
        return new Sql(text.toString(), values);
    }

    /** All of the pieces in parentheses, joined by AND; true where there are none. */
    public static Sql and(List<Sql> conditions) {
        return conditions.isEmpty()
                ? text("1 = 1")
                : join(" AND ", conditions.stream().map(Sql::inParentheses).toList());
    }

    /** One of the pieces in parentheses, joined by OR; false where there are none. */
    public static Sql or(List<Sql> conditions) {
        return conditions.isEmpty()
                ? text("1 = 0")
                : join(" OR ", conditions.stream().map(Sql::inParentheses).toList());
    }

    /** This, then that. */
    public Sql then(Sql next) {
        List<Bound> all = new ArrayList<>(values);
        all.addAll(next.values);
        return new Sql(text + next.text, all);
    }

    /** This, then that text. */
    public Sql then(String next) {
        return new Sql(text + next, values);
    }

    /** This, then one parameter. */
    public Sql then(Bound value) {
        return then(value(value));
    }

    /** This in parentheses. */
    public Sql inParentheses() {
        return new Sql("(" + text + ")", values);
    }

    /** Whether there is no text. */
    public boolean isEmpty() {
        return text.isEmpty();
    }

    /** The text with marks for the parameters. */
    public String text() {
        return text;
    }

    /** The values, in the order of their marks. */
    public List<Bound> values() {
        return values;
    }

    /** The text as a prepared statement takes it. */
    public String prepared() {
        StringBuilder out = new StringBuilder(text.length() + 16);
        int next = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == MARK) {
                out.append(values.get(next++).placeholder());
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    @Override
    public String toString() {
        return prepared();
    }
}
