package io.github.ordertimeout.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One entry of {@code timeouts-by}: the term of orders whose columns match.
 *
 * @param where conditions by column, ANDed; null in a column matches only where the condition says so
 * @param timeout the term of a matching order
 */
public record TermRule(Map<String, Condition> where, Term timeout) {
    /** Copies the conditions, keeping their order. */
    public TermRule {
        where = Collections.unmodifiableMap(new LinkedHashMap<>(where));
    }
}
