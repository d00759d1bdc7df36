package io.github.ordertimeout.scan;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Whose orders are wanted, by the rule's {@code scan.fair-by} column.
 *
 * @param only whether {@code values} are the wanted ones; else they are those left out
 * @param values of the column, as text; empty: null
 */
public record Tenants(boolean only, List<Optional<String>> values) {
    /** Everybody's. */
    public static final Tenants ALL = new Tenants(false, List.of());

    /** Copies the list. */
    public Tenants {
        values = List.copyOf(values);
    }

    /** This one's. */
    public static Tenants only(Optional<String> value) {
        return new Tenants(true, List.of(value));
    }

    /** Everybody's but these. */
    public static Tenants without(Collection<Optional<String>> values) {
        return values.isEmpty() ? ALL : new Tenants(false, List.copyOf(values));
    }

    /** Whether no order is left out. */
    public boolean isAll() {
        return !only && values.isEmpty();
    }
}
