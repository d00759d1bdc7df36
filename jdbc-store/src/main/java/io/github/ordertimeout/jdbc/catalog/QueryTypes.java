package io.github.ordertimeout.jdbc.catalog;

import io.github.ordertimeout.jdbc.catalog.TextCodecs.Folding;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;

/** Types of a query's columns, as far as drivers tell: sizes and collations are not known, so that nothing relies on them. */
final class QueryTypes {
    private QueryTypes() {}

    /** PostgreSQL and H2. */
    static ColumnType standard(ResultSetMetaData data, int i, boolean postgres) throws SQLException {
        String declared = data.getColumnTypeName(i);
        String bare = declared.toLowerCase(Locale.ROOT);
        if (bare.equals("uuid")) {
            return ColumnType.of(ValueKind.UUID, bare, cast(postgres, "uuid"), new BinaryCodecs.Uuid(!postgres));
        }
        return switch (data.getColumnType(i)) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                whole(bare, cast(postgres, "bigint"), false);
            case Types.NUMERIC, Types.DECIMAL ->
                ColumnType.of(ValueKind.DECIMAL, bare, cast(postgres, "numeric"), new NumberCodecs.Exact());
            case Types.REAL, Types.FLOAT, Types.DOUBLE ->
                ColumnType.of(
                        ValueKind.FLOAT, bare, cast(postgres, "double precision"), new NumberCodecs.Approximate());
            case Types.BIT, Types.BOOLEAN ->
                ColumnType.of(ValueKind.BOOLEAN, bare, cast(postgres, "boolean"), new NumberCodecs.Truth());
            case Types.CHAR ->
                ColumnType.of(
                        ValueKind.PADDED_TEXT,
                        bare,
                        postgres ? "CAST(? AS bpchar)" : "CAST(? AS CHARACTER(" + data.getPrecision(i) + "))",
                        new TextCodecs.Plain(0, true, Folding.TRAILING_BLANKS));
            case Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB -> text(bare, postgres ? textCast(declared) : "?");
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> bytes(bare, cast(postgres, "bytea"));
            default -> bare.startsWith("enum") ? text("enum", "?") : ColumnType.other(bare);
        };
    }

    /** MySQL and MariaDB; TINYINT(1) and BIT(1) look alike and are read as numbers. */
    static ColumnType mysql(ResultSetMetaData data, int i) throws SQLException {
        String bare = data.getColumnTypeName(i).toLowerCase(Locale.ROOT);
        if (bare.equals("uuid")) {
            return ColumnType.of(ValueKind.UUID, bare, "?", new BinaryCodecs.Uuid(false));
        }
        return switch (data.getColumnType(i)) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                whole(bare, "?", bare.contains("unsigned"));
            case Types.NUMERIC, Types.DECIMAL -> ColumnType.of(ValueKind.DECIMAL, bare, "?", new NumberCodecs.Exact());
            case Types.REAL, Types.FLOAT, Types.DOUBLE ->
                ColumnType.of(ValueKind.FLOAT, bare, "?", new NumberCodecs.Approximate());
            case Types.BIT, Types.BOOLEAN ->
                data.getPrecision(i) > 1
                        ? ColumnType.of(ValueKind.BIT, bare, "?", new NumberCodecs.Bits(data.getPrecision(i)))
                        : ColumnType.of(ValueKind.INTEGER, bare, "?", new NumberCodecs.Whole(8, false, true));
            case Types.CHAR ->
                ColumnType.of(
                        ValueKind.PADDED_TEXT, bare, "?", new TextCodecs.Plain(0, true, Folding.CASE_AND_ACCENTS));
            case Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB ->
                ColumnType.of(ValueKind.TEXT, bare, "?", new TextCodecs.Plain(0, false, Folding.CASE_AND_ACCENTS));
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> bytes(bare, "?");
            default -> ColumnType.other(bare);
        };
    }

    private static ColumnType whole(String declared, String placeholder, boolean unsigned) {
        return ColumnType.of(ValueKind.INTEGER, declared, placeholder, new NumberCodecs.Whole(64, unsigned, false));
    }

    private static ColumnType bytes(String declared, String placeholder) {
        return ColumnType.of(ValueKind.BYTES, declared, placeholder, new BinaryCodecs.Bytes(0, false));
    }

    private static ColumnType text(String declared, String placeholder) {
        Folding folding = declared.equals("citext") || declared.equals("varchar_ignorecase")
                ? Folding.CASE_AND_ACCENTS
                : Folding.EXACT;
        return ColumnType.of(ValueKind.TEXT, declared, placeholder, new TextCodecs.Plain(0, false, folding));
    }

    /** Enums and citext call themselves VARCHAR too, but compare with their own type only. */
    private static String textCast(String declared) {
        return switch (declared) {
            case "varchar", "text", "name" -> "CAST(? AS text)";
            default -> "CAST(? AS " + declared + ")";
        };
    }

    private static String cast(boolean needed, String type) {
        return needed ? "CAST(? AS " + type + ")" : "?";
    }
}
