package io.github.ordertimeout.jdbc.catalog;

import io.github.ordertimeout.jdbc.catalog.ColumnType.Temporal;
import io.github.ordertimeout.jdbc.catalog.TextCodecs.Folding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The types of MySQL and MariaDB. Days and times are bound as text under an explicit cast: drivers shift {@code java.time}
 * values between the zones of JVM and session, text never.
 */
final class MysqlTypes {
    static final String DATE_TIME = "CAST(? AS DATETIME(6))";

    private MysqlTypes() {}

    /** Reads the type from a row of the reader's column query. */
    static ColumnType of(ResultSet row) throws SQLException {
        String declared = row.getString(4);
        boolean unsigned = declared.contains("unsigned");
        int length = (int) Math.min(row.getLong(6), Integer.MAX_VALUE);
        int precision = row.getInt(7);
        Temporal temporal = new Temporal(row.getInt(8), true, false);
        Folding folding = folding(row.getString(9));
        return switch (row.getString(5).toLowerCase(Locale.ROOT)) {
            case "tinyint" -> whole(declared, 8, unsigned, declared.startsWith("tinyint(1)"));
            case "smallint" -> whole(declared, 16, unsigned, false);
            case "mediumint" -> whole(declared, 24, unsigned, false);
            case "int", "integer" -> whole(declared, 32, unsigned, false);
            case "bigint" -> whole(declared, 64, unsigned, false);
            case "year" -> whole(declared, 16, true, false);
            case "decimal", "numeric" -> ColumnType.of(ValueKind.DECIMAL, declared, "?", new NumberCodecs.Exact());
            case "float", "double" -> ColumnType.of(ValueKind.FLOAT, declared, "?", new NumberCodecs.Approximate());
            case "bit" -> ColumnType.of(ValueKind.BIT, declared, "?", new NumberCodecs.Bits(precision));
            case "char" ->
                ColumnType.of(ValueKind.PADDED_TEXT, declared, "?", new TextCodecs.Plain(length, true, folding));
            case "varchar", "tinytext", "text", "mediumtext", "longtext" ->
                ColumnType.of(ValueKind.TEXT, declared, "?", new TextCodecs.Plain(length, false, folding));
            case "enum" ->
                ColumnType.of(
                        ValueKind.ENUM,
                        declared,
                        "?",
                        new TextCodecs.Labels(labels(declared), folding != Folding.EXACT));
            case "uuid" -> ColumnType.of(ValueKind.UUID, declared, "?", new BinaryCodecs.Uuid(false));
            case "binary" -> ColumnType.of(ValueKind.BYTES, declared, "?", new BinaryCodecs.Bytes(length, true));
            case "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
                ColumnType.of(ValueKind.BYTES, declared, "?", new BinaryCodecs.Bytes(length, false));
            case "date" ->
                new ColumnType(ValueKind.DATE, declared, "CAST(? AS DATE)", temporal, new TemporalCodecs.Day(true));
            case "datetime" ->
                new ColumnType(
                        ValueKind.LOCAL_DATE_TIME, declared, DATE_TIME, temporal, new TemporalCodecs.Local(true));
            case "timestamp" ->
                new ColumnType(
                        ValueKind.SESSION_INSTANT, declared, DATE_TIME, temporal, new TemporalCodecs.Local(true));
            default -> ColumnType.other(declared);
        };
    }

    private static ColumnType whole(String declared, int bits, boolean unsigned, boolean truth) {
        return ColumnType.of(ValueKind.INTEGER, declared, "?", new NumberCodecs.Whole(bits, unsigned, truth))
                .listed(ColumnType.Listing.TEXT);
    }

    /** Binary collations compare exactly but for trailing blanks; all others are taken to ignore case and accents. */
    private static Folding folding(@Nullable String collation) {
        if (collation == null) {
            return Folding.EXACT;
        }
        return collation.endsWith("_bin") || collation.equals("binary")
                ? Folding.TRAILING_BLANKS
                : Folding.CASE_AND_ACCENTS;
    }

    /** {@code enum('a','it''s')}, as the catalog writes it. */
    static List<String> labels(String declared) {
        List<String> labels = new ArrayList<>();
        StringBuilder label = new StringBuilder();
        boolean inside = false;
        for (int i = declared.indexOf('(') + 1; i < declared.length(); i++) {
            char c = declared.charAt(i);
            if (c != '\'') {
                if (inside) {
                    label.append(c);
                }
            } else if (inside && i + 1 < declared.length() && declared.charAt(i + 1) == '\'') {
                label.append(c);
                i++;
            } else {
                if (inside) {
                    labels.add(label.toString());
                    label.setLength(0);
                }
                inside = !inside;
            }
        }
        return labels;
    }
}
