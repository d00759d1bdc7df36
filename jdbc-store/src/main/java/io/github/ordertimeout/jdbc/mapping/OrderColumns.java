package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The columns of an order that are read beside its status and times.
 *
 * @param id its id
 * @param number what people call it
 * @param tenant what tells the rule's tenants apart
 * @param further the rule's {@code columns} and those that its SQL or inventory needs, by configured name
 */
public record OrderColumns(
        TypedColumn id, Optional<TypedColumn> number, Optional<TypedColumn> tenant, Map<String, TypedColumn> further) {
    /** Copies the map, keeping its order. */
    public OrderColumns {
        further = Collections.unmodifiableMap(new LinkedHashMap<>(further));
    }
}
