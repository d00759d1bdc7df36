package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.SetValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code on-close} and {@code stock-set} make of a row.
 *
 * @param now {@code :now}
 * @param reason {@code :reason}
 * @param rule {@code :rule}
 */
record Assignments(Instant now, String reason, String rule) {
    Map<String, @Nullable Object> changes(MemoryRow row, Map<String, SetValue> set) {
        Map<String, @Nullable Object> changes = new LinkedHashMap<>();
        set.forEach((column, value) -> changes.put(column, value(value, row.get(column))));
        return changes;
    }

    private @Nullable Object value(SetValue value, @Nullable Object before) {
        if (value instanceof SetValue.Literal literal) {
            return Values.like(before, literal.text());
        }
        if (value instanceof SetValue.Now) {
            return now;
        }
        if (value instanceof SetValue.Reason) {
            return reason;
        }
        if (value instanceof SetValue.RuleName) {
            return rule;
        }
        if (value instanceof SetValue.Increment) {
            return before instanceof Number number
                    ? Values.like(number, Values.decimal(number).add(BigDecimal.ONE))
                    : Long.valueOf(1);
        }
        if (value instanceof SetValue.Null) {
            return null;
        }
        throw new IllegalArgumentException("Refused when the rule was opened: " + value);
    }
}
