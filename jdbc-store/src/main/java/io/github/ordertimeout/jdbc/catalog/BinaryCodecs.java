package io.github.ordertimeout.jdbc.catalog;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** UUIDs of a type of their own, and bytes. */
final class BinaryCodecs {
    private BinaryCodecs() {}

    /**
     * A UUID type; with or without dashes, any case, in braces or not.
     *
     * @param asObject whether the driver takes a {@link UUID}; else it is bound as text
     */
    record Uuid(boolean asObject) implements ValueCodec {
        @Override
        public String canonical(String text) {
            String hex = bareHex(text);
            if (hex.length() != 32) {
                throw new CatalogFault("a UUID has 32 hex digits");
            }
            return dashed(hex);
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            if (asObject) {
                statement.setObject(position, UUID.fromString(canonical));
            } else {
                statement.setString(position, canonical);
            }
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            String value = row.getString(index);
            return value == null ? null : value.toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Bytes; written as hex, with or without {@code 0x} and dashes.
     *
     * @param length how many at most; 0: no limit
     * @param fixed whether there are always that many
     */
    record Bytes(int length, boolean fixed) implements ValueCodec {
        @Override
        public String canonical(String text) {
            String hex = bareHex(text);
            if (hex.length() % 2 != 0) {
                throw new CatalogFault("bytes are written as pairs of hex digits");
            }
            int size = hex.length() / 2;
            if (fixed ? size != length : length > 0 && size > length) {
                throw new CatalogFault("it holds " + (fixed ? "" : "at most ") + length + " bytes, written as hex");
            }
            return hex;
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            statement.setBytes(position, HexFormat.of().parseHex(canonical));
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            byte[] value = row.getBytes(index);
            return value == null ? null : HexFormat.of().formatHex(value);
        }
    }

    private static String bareHex(String text) {
        String hex = text.strip().toLowerCase(Locale.ROOT);
        if (hex.startsWith("0x")) {
            hex = hex.substring(2);
        } else if (hex.startsWith("{") && hex.endsWith("}")) {
            hex = hex.substring(1, hex.length() - 1);
        }
        hex = hex.replace("-", "");
        if (hex.isEmpty() || !hex.chars().allMatch(HexFormat::isHexDigit)) {
            throw new CatalogFault("it is written as hex digits");
        }
        return hex;
    }

    private static String dashed(String hex) {
        return String.join(
                "-",
                hex.substring(0, 8),
                hex.substring(8, 12),
                hex.substring(12, 16),
                hex.substring(16, 20),
                hex.substring(20));
    }
}
