package io.github.ordertimeout.jdbc.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A piece of SQL: text and the values bound into it, in order. Immutable; text is always the library's own, a checked and
 * quoted identifier, or trusted SQL from the configuration.
 *
 * <p>In {@link #text()} each parameter stands as {@link #MARK}, so that question marks, colons and percent signs of trusted
 * SQL need no escaping; {@link #prepared()} puts the placeholders in.
 *
 * <p>Pieces are put together when somebody asks for the whole: statements of a thousand values are built from as many pieces.
 */
public final class Sql {
    /** Stands for one parameter; from Unicode's private use area, so that no SQL contains it. */
    static final char MARK = '\uE000';

    private static final String VALUE = String.valueOf(MARK);

    /** No text. */
    public static final Sql EMPTY = text("");

    private final String own;
    private final @Nullable Bound value;
    private final List<Sql> pieces;
    /** Collected for the text, and once more wanted for the values; whichever thread is first. */
    private volatile @Nullable List<Sql> leaves;

    private Sql(String own, @Nullable Bound value, List<Sql> pieces) {
        this.own = own;
        this.value = value;
        this.pieces = pieces;
    }

    /** Text without parameters. */
    public static Sql text(String text) {
        return new Sql(text, null, List.of());
    }

    /** One parameter. */
    public static Sql value(Bound value) {
        return new Sql(VALUE, value, List.of());
    }

    private static Sql of(List<Sql> pieces) {
        return new Sql("", null, pieces);
    }

    /** The pieces one after the other, with that text between them. */
    public static Sql join(String separator, List<Sql> pieces) {
        Sql between = text(separator);
        List<Sql> all = new ArrayList<>(2 * pieces.size());
        for (Sql piece : pieces) {
            if (!all.isEmpty()) {
                all.add(between);
            }
            all.add(piece);
        }
        return of(all);
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
        return of(List.of(this, next));
    }

    /** This, then that text. */
    public Sql then(String next) {
        return then(text(next));
    }

    /** This, then one parameter. */
    public Sql then(Bound next) {
        return then(value(next));
    }

    /** This in parentheses. */
    public Sql inParentheses() {
        return of(List.of(text("("), this, text(")")));
    }

    /** Whether there is no text. */
    public boolean isEmpty() {
        return text().isEmpty();
    }

    /** The text with marks for the parameters. */
    public String text() {
        StringBuilder out = new StringBuilder();
        leaves().forEach(leaf -> out.append(leaf.own));
        return out.toString();
    }

    /** The values, in the order of their marks. */
    public List<Bound> values() {
        List<Bound> values = new ArrayList<>();
        for (Sql leaf : leaves()) {
            if (leaf.value != null) {
                values.add(leaf.value);
            }
        }
        return values;
    }

    /** The text as a prepared statement takes it. */
    public String prepared() {
        StringBuilder out = new StringBuilder();
        for (Sql leaf : leaves()) {
            out.append(leaf.value == null ? leaf.own : leaf.value.placeholder());
        }
        return out.toString();
    }

    /** From left to right, without recursion: what is built by many {@link #then} is deep. */
    private List<Sql> leaves() {
        List<Sql> known = leaves;
        if (known == null) {
            known = collected();
            leaves = known;
        }
        return known;
    }

    private List<Sql> collected() {
        List<Sql> leaves = new ArrayList<>();
        Deque<Sql> left = new ArrayDeque<>();
        left.push(this);
        while (!left.isEmpty()) {
            Sql next = left.pop();
            if (next.pieces.isEmpty()) {
                leaves.add(next);
            }
            for (int i = next.pieces.size() - 1; i >= 0; i--) {
                left.push(next.pieces.get(i));
            }
        }
        return leaves;
    }

    @Override
    public String toString() {
        return prepared();
    }
}
