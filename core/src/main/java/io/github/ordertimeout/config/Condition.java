package io.github.ordertimeout.config;

import java.util.List;

/** What a column must hold, as written under {@code where}, {@code paid-evidence}, {@code item-where} and the like. */
public sealed interface Condition {
    /** Equal to one of the values ({@code X}, {@code [A, B]}, {@code = X}); null never matches. */
    record In(List<String> values) implements Condition {
        /** Copies the values. */
        public In {
            values = List.copyOf(values);
        }
    }

    /** Equal to none of the values ({@code not X}, {@code not [A, B]}); null matches, except in evidence. */
    record NotIn(List<String> values) implements Condition {
        /** Copies the values. */
        public NotIn {
            values = List.copyOf(values);
        }
    }

    /** {@code > X}, {@code >= X}, {@code < X}, {@code <= X}; null never matches. */
    record Compare(Operator operator, String value) implements Condition {}

    /** {@code is null}. */
    record IsNull() implements Condition {}

    /** {@code not null}. */
    record NotNull() implements Condition {}

    /** {@code is empty}: null or the empty text. */
    record IsEmpty() implements Condition {}

    /** {@code not empty}: neither null nor the empty text. */
    record NotEmpty() implements Condition {}

    /** The four orderings. */
    enum Operator {
        /** Strictly greater. */
        GREATER(">"),
        /** Greater or equal. */
        AT_LEAST(">="),
        /** Strictly less. */
        LESS("<"),
        /** Less or equal. */
        AT_MOST("<=");

        private final String sql;

        Operator(String sql) {
            this.sql = sql;
        }

        /** The operator as SQL and as configuration spell it. */
        public String sql() {
            return sql;
        }
    }
}
