package io.github.ordertimeout.order;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was read of one order at one moment. It may be stale the next moment: only the locking read of the close decides.
 *
 * @param key the order's identity
 * @param number what people call the order, where the rule names a number column
 * @param status the status as canonical text
 * @param createdAt when the order was made, where the rule names a created column and it holds a real time
 * @param dueAt when its time to pay runs out, grace not included; empty where it never does
 * @param closesAt {@code dueAt} plus the rule's grace
 * @param paidEvidence whether the row itself says that money came in
 * @param columns the rule's {@code columns} by configured name, as the driver returns them; values may be null
 * @param paidSign what says so, for a person: column and value; empty where nothing does, or nobody has looked
 */
public record OrderSnapshot(
        OrderKey key,
        Optional<String> number,
        String status,
        Optional<Instant> createdAt,
        Optional<Instant> dueAt,
        Optional<Instant> closesAt,
        boolean paidEvidence,
        Map<String, @Nullable Object> columns,
        Optional<String> paidSign) {
    /** Copies the columns. */
    public OrderSnapshot {
        columns = columns.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }

    /** An order of which nobody has said what shows that money came in. */
    public OrderSnapshot(
            OrderKey key,
            Optional<String> number,
            String status,
            Optional<Instant> createdAt,
            Optional<Instant> dueAt,
            Optional<Instant> closesAt,
            boolean paidEvidence,
            Map<String, @Nullable Object> columns) {
        this(key, number, status, createdAt, dueAt, closesAt, paidEvidence, columns, Optional.empty());
    }

    /** An order whose row is gone: its key is all that is known of it, and its status is empty. */
    public static OrderSnapshot gone(OrderKey key) {
        return new OrderSnapshot(
                key, Optional.empty(), "", Optional.empty(), Optional.empty(), Optional.empty(), false, Map.of());
    }

    /** The same order with another status. */
    public OrderSnapshot withStatus(String other) {
        return new OrderSnapshot(key, number, other, createdAt, dueAt, closesAt, paidEvidence, columns, paidSign);
    }

    /** The same order, of which that shows that money came in. */
    public OrderSnapshot showing(String sign) {
        return new OrderSnapshot(key, number, status, createdAt, dueAt, closesAt, true, columns, Optional.of(sign));
    }

    /** The id as canonical text. */
    public String id() {
        return key.id();
    }

    /** The number where there is one, else the id: what a person should read. */
    public String displayName() {
        return number.orElse(key.id());
    }
}
