package io.github.ordertimeout.config;

/** A value cannot be read. The message goes on from the key, which the reader of the value does not know. */
final class RefusedValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedValueException(String predicate) {
        super(predicate, null, false, false);
    }

    /** The sentence's rest: {@code is "15", but a duration needs a unit}. */
    String predicate() {
        return String.valueOf(getMessage());
    }
}
