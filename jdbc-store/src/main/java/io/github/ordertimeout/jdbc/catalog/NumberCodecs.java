package io.github.ordertimeout.jdbc.catalog;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Numbers, booleans and bits. */
final class NumberCodecs {
    private NumberCodecs() {}

    /**
     * Whole numbers.
     *
     * @param bits size, sign included
     * @param unsigned whether there is no sign
     * @param truth whether {@code true} and {@code false} are understood as 1 and 0
     */
    record Whole(int bits, boolean unsigned, boolean truth) implements ValueCodec {
        private static final int SURELY_LONG = 18;

        @Override
        public String canonical(String text) {
            if (isPlain(text) && fits(Long.parseLong(text))) {
                return text;
            }
            String trimmed = text.strip();
            if (truth && (trimmed.equalsIgnoreCase("true") || trimmed.equalsIgnoreCase("false"))) {
                return trimmed.equalsIgnoreCase("true") ? "1" : "0";
            }
            BigInteger value;
            try {
                value = new BigDecimal(trimmed).toBigIntegerExact();
            } catch (NumberFormatException | ArithmeticException notWhole) {
                throw new CatalogFault("");
            }
            BigInteger low =
                    unsigned ? BigInteger.ZERO : BigInteger.TWO.pow(bits - 1).negate();
            BigInteger high = BigInteger.TWO.pow(unsigned ? bits : bits - 1).subtract(BigInteger.ONE);
            if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
                throw new CatalogFault("it holds " + low + " to " + high);
            }
            return value.toString();
        }

        /** As every database writes a number that is neither negative nor huge; most are, and the long way takes a while. */
        private static boolean isPlain(String text) {
            int length = text.length();
            if (length == 0 || length > SURELY_LONG || text.charAt(0) == '0' && length > 1) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                    return false;
                }
            }
            return true;
        }

        private boolean fits(long positive) {
            int digits = unsigned ? bits : bits - 1;
            return digits >= Long.SIZE - 1 || positive >> digits == 0;
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            if (unsigned && bits == 64) {
                statement.setBigDecimal(position, new BigDecimal(canonical));
            } else {
                statement.setLong(position, Long.parseLong(canonical));
            }
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            if (unsigned && bits == 64) {
                BigDecimal value = row.getBigDecimal(index);
                return value == null ? null : value.toBigInteger().toString();
            }
            long value = row.getLong(index);
            return row.wasNull() ? null : Long.toString(value);
        }
    }

    /** Exact numbers; trailing zeros are no difference. */
    record Exact() implements ValueCodec {
        @Override
        public String canonical(String text) {
            try {
                return plain(new BigDecimal(text.strip()));
            } catch (NumberFormatException notNumber) {
                throw new CatalogFault("");
            }
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            statement.setBigDecimal(position, new BigDecimal(canonical));
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            BigDecimal value = row.getBigDecimal(index);
            return value == null ? null : plain(value);
        }

        private static String plain(BigDecimal value) {
            return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
        }
    }

    /** Approximate numbers. */
    record Approximate() implements ValueCodec {
        @Override
        public String canonical(String text) {
            try {
                double value = Double.parseDouble(new BigDecimal(text.strip()).toString());
                return Double.toString(value == 0 ? 0 : value);
            } catch (NumberFormatException notNumber) {
                throw new CatalogFault("");
            }
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            statement.setDouble(position, Double.parseDouble(canonical));
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            double value = row.getDouble(index);
            return row.wasNull() ? null : Double.toString(value == 0 ? 0 : value);
        }
    }

    /** True and false; 1 and 0 are understood. */
    record Truth() implements ValueCodec {
        @Override
        public String canonical(String text) {
            return switch (text.strip().toLowerCase(java.util.Locale.ROOT)) {
                case "true", "1" -> "true";
                case "false", "0" -> "false";
                default -> throw new CatalogFault("it holds true or false");
            };
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            statement.setBoolean(position, canonical.equals("true"));
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            boolean value = row.getBoolean(index);
            return row.wasNull() ? null : Boolean.toString(value);
        }
    }

    /** MySQL's BIT(n): compared and set as a number, so that no driver has to agree on what a bit is in Java. */
    record Bits(int bits) implements ValueCodec {
        @Override
        public String canonical(String text) {
            return new Whole(bits, true, bits == 1).canonical(text);
        }

        @Override
        public void set(PreparedStatement statement, int position, String canonical) throws SQLException {
            statement.setBigDecimal(position, new BigDecimal(canonical));
        }

        @Override
        public @Nullable String read(ResultSet row, int index) throws SQLException {
            byte[] value = row.getBytes(index);
            return value == null ? null : new BigInteger(1, value).toString();
        }
    }
}
