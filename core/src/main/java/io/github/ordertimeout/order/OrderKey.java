package io.github.ordertimeout.order;

import java.util.Objects;

/**
 * Which order: the source (data source and table) and the id as canonical text, compared case-sensitively.
 *
 * <p>Order 42 of two sources is two orders. Canonical text is the column's own value without padding: {@code 42},
 * {@code abC1}, a UUID in lower case, bytes as lower-case hex.
 *
 * @param source names data source and table; not blank
 * @param id the order's id as canonical text; not blank
 */
public record OrderKey(String source, String id) {
    /** Checks that neither part is missing. */
    public OrderKey {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(id, "id");
    }

    @Override
    public String toString() {
        return source + "/" + id;
    }
}
