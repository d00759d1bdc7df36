package io.github.ordertimeout.jdbc.catalog;

import io.github.ordertimeout.jdbc.sql.ArrayText;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.JdbcArray;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A column that exists.
 *
 * @param name its name as the catalog spells it
 * @param quoted the name quoted for SQL text
 * @param type its type
 * @param nullable whether it may be null
 * @param generated whether the database computes it, so that it cannot be set
 */
public record TypedColumn(String name, String quoted, ColumnType type, boolean nullable, boolean generated) {
    /** The column of a table alias: {@code o."status"}. */
    public Sql of(String alias) {
        return Sql.text(alias + "." + quoted);
    }

    /** The column where no alias is allowed: on the left of SET. */
    public Sql sql() {
        return Sql.text(quoted);
    }

    /**
     * A literal of the configuration or a canonical text, bound by the column's type: a number against a text column would
     * match every row on MySQL.
     *
     * @throws CatalogFault if it is no value of the column; the sentence lacks the configuration key only
     */
    public Bound bind(String text) {
        return type.bound(canonical(text));
    }

    /**
     * Equal to one of these texts: one array where the database takes such, else a list.
     *
     * @param name the column as it stands in the statement
     * @param canonical at least one; no more than the dialect's largest list unless {@link #listsAnyNumber}
     */
    public Sql among(Sql name, List<String> canonical) {
        if (type.listing() == ColumnType.Listing.TEXT) {
            return name.then(canonical.stream().map(this::canonical).collect(Collectors.joining(", ", " IN (", ")")));
        }
        if (type.listing() == ColumnType.Listing.NUMBERS) {
            return name.then(" = ANY(").then(JdbcArray.ofNumbers(canonical)).then(")");
        }
        return array(canonical)
                .map(array -> name.then(" = ANY(").then(array).then(")"))
                .orElseGet(() -> name.then(" IN ")
                        .then(Sql.join(
                                        ", ",
                                        canonical.stream()
                                                .map(text -> Sql.value(bind(text)))
                                                .toList())
                                .inParentheses()));
    }

    /** Whether {@link #among} sends one array, however many values there are. */
    public boolean listsAnyNumber() {
        return type.arrayElement().isPresent() || type.listing() == ColumnType.Listing.NUMBERS;
    }

    /** These canonical texts as one array parameter; empty where the database has no such. */
    public Optional<Bound> array(List<String> canonical) {
        return type.arrayElement().map(element -> ArrayText.bound(canonical, element));
    }

    /** Null, in the column's type. */
    public Bound bindNull() {
        return type.boundNull();
    }

    /** Free text, cut to what the column holds; for text columns. */
    public Bound bindCut(String text) {
        return type.bound(type.cut(text));
    }

    /** Like {@link #bind}, or nothing where the text is no value of the column. */
    public Optional<Bound> tryBind(String text) {
        try {
            return Optional.of(bind(text));
        } catch (CatalogFault notOfThisType) {
            return Optional.empty();
        }
    }

    /**
     * The same for a text that somebody uses as a row's id: numbers must be written plainly. {@code 12E1} and {@code 007} may be
     * values of a number column, but who says so means something else by that name.
     */
    public Optional<Bound> tryBindId(String text) {
        return tryBind(text)
                .filter(value -> !type.kind().isNumber() || canonical(text).equals(text.strip()));
    }

    /**
     * The one text of the value that this text means.
     *
     * @throws CatalogFault if it is no value of the column
     */
    public String canonical(String text) {
        try {
            return type.canonical(text);
        } catch (CatalogFault fault) {
            throw new CatalogFault("'" + text + "' is no value of column `" + name + "` (" + type.declared() + ")"
                    + (fault.sentence().isEmpty() ? "" : ": " + fault.sentence()));
        }
    }

    /** The canonical text of a value read: no padding, plain digits, lower-case UUIDs and hex; null where the value is. */
    public @Nullable String canonicalText(ResultSet row, int index) throws SQLException {
        return type.read(row, index);
    }

    /** Whether the database may take two canonical texts for the same value; true too often rather than too seldom. */
    public boolean same(String canonical, String other) {
        return type.fold(canonical).equals(type.fold(other));
    }

    @Override
    public String toString() {
        return "`" + name + "` (" + type.declared() + ")";
    }
}
