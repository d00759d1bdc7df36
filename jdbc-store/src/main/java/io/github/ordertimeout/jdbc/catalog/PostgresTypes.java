package io.github.ordertimeout.jdbc.catalog;

import io.github.ordertimeout.jdbc.catalog.ColumnType.Temporal;
import io.github.ordertimeout.jdbc.catalog.TextCodecs.Folding;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * PostgreSQL's types. Every placeholder is cast: the driver sends text as varchar, and there is no operator between varchar
 * and an enum, a uuid or a number; citext against varchar would even compare case-sensitively. Text is cast to text and not
 * to varchar(n), which would cut off silently what is too long.
 */
final class PostgresTypes {
    private PostgresTypes() {}

    /** Reads the type from a row of the reader's column query. */
    static ColumnType of(ResultSet row) throws SQLException {
        String declared = row.getString(4);
        int modifier = row.getInt(7);
        String cast = "CAST(? AS " + row.getString(8) + ")";
        String bare = "CAST(? AS " + row.getString(9) + ")";
        if (row.getBoolean(6)) {
            return ColumnType.of(
                    ValueKind.ENUM, declared, cast, new TextCodecs.Labels(labels(row.getArray(10)), false));
        }
        return switch (row.getString(5)) {
            case "int2" -> whole(declared, 16, bare);
            case "int4" -> whole(declared, 32, bare);
            case "int8" -> whole(declared, 64, bare);
            case "numeric" -> ColumnType.of(ValueKind.DECIMAL, declared, bare, new NumberCodecs.Exact());
            case "float4", "float8" -> ColumnType.of(ValueKind.FLOAT, declared, bare, new NumberCodecs.Approximate());
            case "bool" -> ColumnType.of(ValueKind.BOOLEAN, declared, bare, new NumberCodecs.Truth());
            case "text", "name" -> text(declared, 0, "CAST(? AS text)", Folding.EXACT);
            case "varchar" -> text(declared, Math.max(0, modifier - 4), "CAST(? AS text)", Folding.EXACT);
            case "citext" -> text(declared, 0, bare, Folding.CASE_AND_ACCENTS);
            case "bpchar" ->
                ColumnType.of(
                        ValueKind.PADDED_TEXT,
                        declared,
                        cast,
                        new TextCodecs.Plain(Math.max(0, modifier - 4), true, Folding.TRAILING_BLANKS));
            case "bit", "varbit" -> text(declared, 0, cast, Folding.EXACT);
            case "uuid" -> ColumnType.of(ValueKind.UUID, declared, bare, new BinaryCodecs.Uuid(false));
            case "bytea" -> ColumnType.of(ValueKind.BYTES, declared, bare, new BinaryCodecs.Bytes(0, false));
            case "date" ->
                new ColumnType(
                        ValueKind.DATE, declared, bare, new Temporal(0, false, true), new TemporalCodecs.Day(false));
            case "timestamp" ->
                new ColumnType(
                        ValueKind.LOCAL_DATE_TIME, declared, bare, temporal(modifier), new TemporalCodecs.Local(false));
            case "timestamptz" ->
                new ColumnType(ValueKind.INSTANT, declared, bare, temporal(modifier), new TemporalCodecs.WithOffset());
            default -> ColumnType.other(declared);
        };
    }

    private static ColumnType whole(String declared, int bits, String placeholder) {
        return ColumnType.of(ValueKind.INTEGER, declared, placeholder, new NumberCodecs.Whole(bits, false, false));
    }

    private static ColumnType text(String declared, int length, String placeholder, Folding folding) {
        return ColumnType.of(ValueKind.TEXT, declared, placeholder, new TextCodecs.Plain(length, false, folding));
    }

    private static Temporal temporal(int modifier) {
        return new Temporal(modifier < 0 ? 6 : modifier, false, true);
    }

    private static List<String> labels(Array array) throws SQLException {
        return List.of((String[]) array.getArray());
    }
}
