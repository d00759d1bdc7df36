package io.github.ordertimeout.config;

/** What a column is set to by {@code on-close} or {@code stock-set}. */
public sealed interface SetValue {
    /** A literal, bound by the column's type. */
    record Literal(String text) implements SetValue {}

    /** {@code :now}: the moment of the close in the column's own kind. */
    record Now() implements SetValue {}

    /** {@code :reason}: why it was closed. */
    record Reason() implements SetValue {}

    /** {@code :rule}: the rule's name. */
    record RuleName() implements SetValue {}

    /** {@code :null}. */
    record Null() implements SetValue {}

    /** {@code increment}: one more than before; null counts as zero. */
    record Increment() implements SetValue {}

    /** {@code sql:EXPRESSION} over the row's own columns; trusted. */
    record Expression(String sql) implements SetValue {}
}
