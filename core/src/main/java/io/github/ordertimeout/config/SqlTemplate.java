package io.github.ordertimeout.config;

import java.util.List;

/**
 * Trusted SQL from the configuration, split into text and named parameters. Colons in literals and comments, {@code ::} casts
 * and {@code %} stay text.
 *
 * @param source the SQL as written
 * @param parts text and parameters in order
 */
public record SqlTemplate(String source, List<Part> parts) {
    /** Copies the parts. */
    public SqlTemplate {
        parts = List.copyOf(parts);
    }

    /** A piece of the SQL. */
    public sealed interface Part {}

    /** SQL taken as it is. */
    public record Text(String sql) implements Part {}

    /** A bound value. */
    public record Parameter(Name name) implements Part {}

    /** A bound value of the order's own row: {@code :column.NAME}. */
    public record ColumnParameter(String column) implements Part {}

    /** The named parameters. */
    public enum Name {
        /** {@code :id}. */
        ID,
        /** {@code :number}. */
        NUMBER,
        /** {@code :now}. */
        NOW,
        /** {@code :reason}. */
        REASON,
        /** {@code :rule}. */
        RULE,
        /** {@code :old_status}. */
        OLD_STATUS
    }
}
