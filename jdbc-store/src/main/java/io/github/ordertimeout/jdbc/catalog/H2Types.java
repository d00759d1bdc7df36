package io.github.ordertimeout.jdbc.catalog;

import io.github.ordertimeout.jdbc.catalog.ColumnType.Temporal;
import io.github.ordertimeout.jdbc.catalog.TextCodecs.Folding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** H2's types. */
final class H2Types {
    private H2Types() {}

    /** Reads the type from a row of the reader's column query. */
    static ColumnType of(ResultSet row) throws SQLException {
        String type = row.getString(4);
        String declared = type.toLowerCase(Locale.ROOT);
        int length = (int) Math.min(row.getLong(5), Integer.MAX_VALUE);
        Temporal temporal = new Temporal(row.getInt(7), false, false);
        return switch (type) {
            case "TINYINT" -> whole(declared, 8);
            case "SMALLINT" -> whole(declared, 16);
            case "INTEGER" -> whole(declared, 32);
            case "BIGINT" -> whole(declared, 64);
            case "NUMERIC", "DECFLOAT", "DECIMAL" ->
                ColumnType.of(ValueKind.DECIMAL, declared, "?", new NumberCodecs.Exact());
            case "REAL", "DOUBLE PRECISION", "FLOAT" ->
                ColumnType.of(ValueKind.FLOAT, declared, "?", new NumberCodecs.Approximate());
            case "BOOLEAN" -> ColumnType.of(ValueKind.BOOLEAN, declared, "?", new NumberCodecs.Truth());
            case "CHARACTER VARYING", "CHARACTER LARGE OBJECT" ->
                ColumnType.of(ValueKind.TEXT, declared, "?", new TextCodecs.Plain(length, false, Folding.EXACT));
            case "VARCHAR_IGNORECASE" ->
                ColumnType.of(
                        ValueKind.TEXT, declared, "?", new TextCodecs.Plain(length, false, Folding.CASE_AND_ACCENTS));
            case "CHARACTER" ->
                ColumnType.of(
                        ValueKind.PADDED_TEXT,
                        declared + "(" + length + ")",
                        "CAST(? AS CHARACTER(" + length + "))",
                        new TextCodecs.Plain(length, true, Folding.TRAILING_BLANKS));
            case "ENUM" -> ColumnType.of(ValueKind.ENUM, declared, "?", new TextCodecs.Labels(labels(row), false));
            case "UUID" -> ColumnType.of(ValueKind.UUID, declared, "?", new BinaryCodecs.Uuid(true));
            case "BINARY" ->
                ColumnType.of(
                        ValueKind.BYTES, declared + "(" + length + ")", "?", new BinaryCodecs.Bytes(length, true));
            case "BINARY VARYING", "BINARY LARGE OBJECT" ->
                ColumnType.of(ValueKind.BYTES, declared, "?", new BinaryCodecs.Bytes(length, false));
            case "DATE" -> ColumnType.of(ValueKind.DATE, declared, "?", new TemporalCodecs.Day(false));
            case "TIMESTAMP" ->
                new ColumnType(ValueKind.LOCAL_DATE_TIME, declared, "?", temporal, new TemporalCodecs.Local(false));
            case "TIMESTAMP WITH TIME ZONE" ->
                new ColumnType(ValueKind.INSTANT, declared, "?", temporal, new TemporalCodecs.WithOffset());
            default -> ColumnType.other(declared);
        };
    }

    private static ColumnType whole(String declared, int bits) {
        return ColumnType.of(ValueKind.INTEGER, declared, "?", new NumberCodecs.Whole(bits, false, false))
                .listed(ColumnType.Listing.NUMBERS);
    }

    private static List<String> labels(ResultSet row) throws SQLException {
        return Arrays.stream((Object[]) row.getArray(8).getArray())
                .map(String::valueOf)
                .toList();
    }
}
