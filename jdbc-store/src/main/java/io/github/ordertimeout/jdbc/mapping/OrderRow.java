package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.order.OrderSnapshot;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An order as read.
 *
 * @param order what the rest of the library sees
 * @param texts the further columns as canonical text, by configured name
 * @param created the position of its created time, where that is a real one
 * @param due the position of its deadline, where that is a real one
 * @param term which term it has
 */
public record OrderRow(
        OrderSnapshot order,
        Map<String, @Nullable String> texts,
        Optional<String> created,
        Optional<String> due,
        int term) {
    /** Copies the map. */
    public OrderRow {
        texts = texts.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    }
}
