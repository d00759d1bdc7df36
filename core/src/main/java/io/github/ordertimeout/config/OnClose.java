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
 * @param releases the same by type, each with a ledger row of its own, after {@code also-execute}
 */
public record OnClose(Map<String, SetValue> set, List<SqlTemplate> alsoExecute, Map<String, SqlTemplate> releases) {
    /** Copies both, keeping their order. */
    public OnClose {
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        alsoExecute = List.copyOf(alsoExecute);
        releases = Collections.unmodifiableMap(new LinkedHashMap<>(releases));
    }

    /** All statements in the order in which they run, by the key they stand under. */
    public Map<String, SqlTemplate> statements() {
        Map<String, SqlTemplate> statements = new LinkedHashMap<>();
        for (int i = 0; i < alsoExecute.size(); i++) {
            statements.put("also-execute[" + i + "]", alsoExecute.get(i));
        }
        releases.forEach((type, template) -> statements.put("releases." + type, template));
        return statements;
    }
}
