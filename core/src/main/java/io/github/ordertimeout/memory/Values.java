package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.FailureKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How the values of rows meet the text of a configuration. A column has no type here: the value that stands in it says how a
 * text is read, as a number, a truth value, an instant, a UUID, or as the text it is.
 */
final class Values {
    private Values() {}

    /** Canonical text: the same for 42 as an int, a long and a decimal. */
    static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        return value instanceof Number number ? decimal(number).toPlainString() : value.toString();
    }

    static boolean equal(Object value, String literal) {
        OptionalInt comparison = compare(value, literal);
        return comparison.isPresent() && comparison.getAsInt() == 0;
    }

    /** Empty where the text is no value of this kind. */
    static OptionalInt compare(Object value, String literal) {
        if (value.toString().equals(literal)) {
            return OptionalInt.of(0);
        }
        if (value instanceof Number number) {
            return number(literal)
                    .map(other -> OptionalInt.of(decimal(number).compareTo(other)))
                    .orElse(OptionalInt.empty());
        }
        if (value instanceof Instant instant) {
            return instant(literal)
                    .map(other -> OptionalInt.of(instant.compareTo(other)))
                    .orElse(OptionalInt.empty());
        }
        if (value instanceof Boolean truth) {
            return truth(literal)
                    .map(other -> OptionalInt.of(truth.compareTo(other)))
                    .orElse(OptionalInt.empty());
        }
        return OptionalInt.of(
                text(value).compareTo(value instanceof UUID ? literal.toLowerCase(Locale.ROOT) : literal));
    }

    /** The text as a value of the same kind as the one it replaces. */
    static Object like(@Nullable Object before, String literal) {
        Optional<? extends Object> value = Optional.of(literal);
        if (before instanceof Number number) {
            value = number(literal).map(decimal -> like(number, decimal));
        } else if (before instanceof Instant) {
            value = instant(literal);
        } else if (before instanceof Boolean) {
            value = truth(literal);
        }
        if (value.isEmpty()) {
            throw new MemoryDatabaseException(
                    FailureKind.ORDER, "\"" + literal + "\" does not fit in a column that holds " + before);
        }
        return value.get();
    }

    /** The number in the same Java type as the one it replaces; refused where it does not fit. */
    static Number like(Number before, BigDecimal number) {
        if (before instanceof Integer) {
            return number.intValueExact();
        }
        if (before instanceof Long) {
            return number.longValueExact();
        }
        if (before instanceof Short) {
            return number.shortValueExact();
        }
        if (before instanceof Byte) {
            return number.byteValueExact();
        }
        if (before instanceof BigInteger) {
            return number.toBigIntegerExact();
        }
        return before instanceof Double ? (Number) number.doubleValue() : number;
    }

    static BigDecimal decimal(Number number) {
        BigDecimal decimal = new BigDecimal(number.toString());
        return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
    }

    static Optional<BigDecimal> number(String literal) {
        try {
            return Optional.of(new BigDecimal(literal.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> instant(String literal) {
        try {
            return Optional.of(Instant.parse(literal.strip()));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Boolean> truth(String literal) {
        return switch (literal.strip().toLowerCase(Locale.ROOT)) {
            case "true", "1" -> Optional.of(true);
            case "false", "0" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
