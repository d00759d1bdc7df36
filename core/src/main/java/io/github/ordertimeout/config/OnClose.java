package io.github.ordertimeout.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What else the closing transaction writes.
 *
 * @param set further columns of the order, by name
 * @param alsoExecute trusted SQL, once per closed order, after the update and before stock
 */
public record OnClose(Map<String, SetValue> set, List<SqlTemplate> alsoExecute) {
    /** Copies both, keeping their order. */
    public OnClose {
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        alsoExecute = List.copyOf(alsoExecute);
    }
}
