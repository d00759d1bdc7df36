package io.github.ordertimeout.jdbc.catalog;

import io.github.ordertimeout.jdbc.sql.Bound;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The type of a column as the catalog tells it. Immutable. */
public final class ColumnType {
    private static final String CAST = "CAST(? AS ";

    private final ValueKind kind;
    private final String declared;
    private final String placeholder;
    private final Temporal temporal;
    private final ValueCodec codec;
    private final Listing listing;

    ColumnType(ValueKind kind, String declared, String placeholder, Temporal temporal, ValueCodec codec) {
        this(kind, declared, placeholder, temporal, codec, Listing.PARAMETERS);
    }

    private ColumnType(
            ValueKind kind, String declared, String placeholder, Temporal temporal, ValueCodec codec, Listing listing) {
        this.kind = kind;
        this.declared = declared;
        this.placeholder = placeholder;
        this.temporal = temporal;
        this.codec = codec;
        this.listing = listing;
    }

    /** How a long list of values is compared with. */
    enum Listing {
        /** One parameter each, or one array where {@link #arrayElement} says of which type. */
        PARAMETERS,
        /** Canonical texts in the statement itself: whole numbers, which drivers would put there one by one. */
        TEXT,
        /** One array of whole numbers, as H2's driver takes it: a statement of some hundred marks takes longer to read than to run. */
        NUMBERS
    }

    /** The same whole numbers, listed so. */
    ColumnType listed(Listing other) {
        return new ColumnType(kind, declared, placeholder, temporal, codec, other);
    }

    Listing listing() {
        return listing;
    }

    static ColumnType of(ValueKind kind, String declared, String placeholder, ValueCodec codec) {
        return new ColumnType(kind, declared, placeholder, Temporal.NONE, codec);
    }

    static ColumnType other(String declared) {
        return of(ValueKind.OTHER, declared, "?", new TextCodecs.Refused());
    }

    /** What it holds. */
    public ValueKind kind() {
        return kind;
    }

    /** The type as the database spells it: {@code int(11) unsigned}, {@code character varying(255)}. */
    public String declared() {
        return declared;
    }

    /** What stands in SQL text for a value of this type. */
    public String placeholder() {
        return placeholder;
    }

    /**
     * The type as the element of an array parameter; empty where values cannot be sent so. PostgreSQL alone casts placeholders of
     * these kinds, and has arrays of each of them.
     */
    Optional<String> arrayElement() {
        boolean arrays =
                switch (kind) {
                    case INTEGER, DECIMAL, TEXT, UUID -> placeholder.startsWith(CAST);
                    default -> false;
                };
        return arrays ? Optional.of(placeholder.substring(CAST.length(), placeholder.length() - 1)) : Optional.empty();
    }

    /** What else matters of a day or a date and time; meaningless for other kinds. */
    public Temporal temporal() {
        return temporal;
    }

    /**
     * The one text for the value that this text means: {@code 007} is {@code 7}, a UUID in lower case.
     *
     * @throws CatalogFault with an empty message or the reason alone
     */
    String canonical(String text) {
        return codec.canonical(text);
    }

    Bound bound(String canonical) {
        return new TypedBound(placeholder, codec, canonical);
    }

    Bound boundNull() {
        return new TypedNull(placeholder);
    }

    String cut(String text) {
        return codec.cut(text);
    }

    @Nullable
    String read(ResultSet row, int index) throws SQLException {
        return codec.read(row, index);
    }

    String fold(String canonical) {
        return codec.fold(canonical);
    }

    @Override
    public String toString() {
        return declared;
    }

    /**
     * What matters of a day or a date and time.
     *
     * @param fractionDigits decimal places of the seconds: finer parts would be rounded, possibly upwards
     * @param asText whether it goes to and comes from the database as text, so that no driver can shift it
     * @param infinite whether it may hold the infinities
     */
    public record Temporal(int fractionDigits, boolean asText, boolean infinite) {
        static final Temporal NONE = new Temporal(0, false, false);
    }

    /** A canonical text, bound by its column's type. */
    private record TypedBound(String placeholder, ValueCodec codec, String canonical) implements Bound {
        @Override
        public void bind(PreparedStatement statement, int position) throws SQLException {
            codec.set(statement, position, canonical);
        }

        @Override
        public String toString() {
            return canonical;
        }
    }

    private record TypedNull(String placeholder) implements Bound {
        @Override
        public void bind(PreparedStatement statement, int position) throws SQLException {
            statement.setNull(position, Types.NULL);
        }

        @Override
        public String toString() {
            return "null";
        }
    }
}
