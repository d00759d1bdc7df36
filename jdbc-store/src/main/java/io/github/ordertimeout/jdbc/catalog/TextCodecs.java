package io.github.ordertimeout.jdbc.catalog;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text of every shape. */
final class TextCodecs {
    private TextCodecs() {}

    /**
     * Text.
     *
     * @param length characters at most; 0: no limit
     * @param padded whether trailing blanks are padding
     * @param folding how the column's collation compares
     */
    record Plain(int length, boolean padded, Folding folding) implements ValueCodec {
        @Override
        public String canonical(String text) {
            String value = padded ? text.stripTrailing() : text;
            if (length > 0 && value.codePointCount(0, value.length()) > length) {
                throw new CatalogFault("it holds at most " + length + " characters");
            }
            return value;
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            statement.setString(position, canonical);
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            String value = row.getString(index);
            return value == null ? null : padded ? stripBlanks(value) : value;
        }

        @Override
        public String fold(String canonical) {
            return folding.apply(canonical);
        }

        @Override
        public String cut(String text) {
            return length > 0 && text.codePointCount(0, text.length()) > length
                    ? text.substring(0, text.offsetByCodePoints(0, length))
                    : text;
        }

        /** Padding is made of blanks only; a trailing tab belongs to the value. */
        private static String stripBlanks(String value) {
            int end = value.length();
            while (end > 0 && value.charAt(end - 1) == ' ') {
                end--;
            }
            return value.substring(0, end);
        }
    }

    /** How a collation compares, coarsely: two texts that it may call equal fold to the same. */
    enum Folding {
        /** Character by character. */
        EXACT,
        /** Without regard to trailing blanks (PAD SPACE collations). */
        TRAILING_BLANKS,
        /** Without regard to case, accents and trailing blanks, as MySQL's usual collations. */
        CASE_AND_ACCENTS;

        String apply(String text) {
            return switch (this) {
                case EXACT -> text;
                case TRAILING_BLANKS -> text.stripTrailing();
                case CASE_AND_ACCENTS ->
                    Normalizer.normalize(text.stripTrailing(), Normalizer.Form.NFKD)
                            .replaceAll("\\p{M}", "")
                            .toUpperCase(Locale.ROOT)
                            .toLowerCase(Locale.ROOT);
            };
        }
    }

    /**
     * A native enum.
     *
     * @param labels what it may hold
     * @param ignoreCase whether a label may be written in another case
     */
    record Labels(List<String> labels, boolean ignoreCase) implements ValueCodec {
        @Override
        public String canonical(String text) {
            if (labels.contains(text)) {
                return text;
            }
            return labels.stream()
                    .filter(label -> ignoreCase && label.equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new CatalogFault("it holds " + String.join(", ", labels)));
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            statement.setString(position, canonical);
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            return row.getString(index);
        }
    }

    /** What cannot be compared by value: JSON, arrays, intervals. It can still be read and shown. */
    record Refused() implements ValueCodec {
        @Override
        public String canonical(String text) {
            throw new CatalogFault("values of this type cannot be compared or set; use where-sql or sql:EXPRESSION");
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) {
            throw new CatalogFault("values of this type cannot be bound");
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            return row.getString(index);
        }
    }
}
