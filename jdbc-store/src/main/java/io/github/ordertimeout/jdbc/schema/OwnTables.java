package io.github.ordertimeout.jdbc.schema;

import io.github.ordertimeout.config.ConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names of the library's own tables. They are written without quotes everywhere, DDL included, so that each database
 * folds their case in its own way.
 *
 * @param prefix what they start with; may name a schema: {@code shop.order_timeout_}
 */
public record OwnTables(String prefix) {
    private static final Pattern PREFIX = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*\\.)?[A-Za-z_][A-Za-z0-9_]{0,39}");

    /** Every column by the table's name without prefix, in the order of their making. */
    static final Map<String, List<String>> COLUMNS = Map.of(
            "release",
            List.of(
                    "source",
                    "order_id",
                    "close_no",
                    "type",
                    "rule",
                    "reason",
                    "actor",
                    "old_status",
                    "token",
                    "closed_at",
                    "done_at",
                    "note"),
            "compensation",
            List.of(
                    "row_no",
                    "rule",
                    "source",
                    "order_id",
                    "kind",
                    "type",
                    "close_no",
                    "state",
                    "attempts",
                    "reason",
                    "next_attempt_at",
                    "created_at",
                    "updated_at",
                    "token"),
            "payment",
            List.of("source", "order_id", "reference", "rule", "standing", "amount", "seen_at", "token"),
            "state",
            List.of("name", "content", "updated_at"));

    /** Checks the prefix, since it stands in SQL as it is. */
    public OwnTables {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new ConfigurationException(
                    "tables.prefix is '" + prefix + "': it must be letters a-z, digits and _, at most 40"
                            + " of them, and may start with a schema and a dot, like order_timeout_ or shop.order_timeout_.");
        }
    }

    /** How many there are. */
    public static int count() {
        return COLUMNS.size();
    }

    /** The ledger. */
    public String release() {
        return prefix + "release";
    }

    /** What failed or is owed. */
    public String compensation() {
        return prefix + "compensation";
    }

    /** The index by which an order's rows of {@link #compensation} are found. */
    public String compensationKey() {
        return name() + "compensation_key";
    }

    /** The payments that were seen. */
    public String payment() {
        return prefix + "payment";
    }

    /** What the engine remembers over a restart. */
    public String state() {
        return prefix + "state";
    }

    /** The schema, where the prefix names one. */
    Optional<String> schema() {
        int dot = prefix.indexOf('.');
        return dot < 0 ? Optional.empty() : Optional.of(prefix.substring(0, dot));
    }

    /** What the names of indexes and constraints start with: they take no schema. */
    String name() {
        return prefix.substring(prefix.indexOf('.') + 1);
    }
}
