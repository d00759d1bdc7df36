package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.jdbc.time.TimeColumnSql;
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
 * @param createdRead its created time, where that is a real one
 * @param dueRead its deadline, where that is a real one
 * @param term which term it has
 */
public record OrderRow(
        OrderSnapshot order,
        Map<String, @Nullable String> texts,
        Optional<TimeColumnSql.Reading> createdRead,
        Optional<TimeColumnSql.Reading> dueRead,
        int term) {
    /** Copies the map. */
    public OrderRow {
        texts = texts.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    }

    /** The position of its created time, where that is a real one. */
    public Optional<String> created() {
        return createdRead.map(TimeColumnSql.Reading::position);
    }

    /** The position of its deadline, where that is a real one. */
    public Optional<String> due() {
        return dueRead.map(TimeColumnSql.Reading::position);
    }
}
