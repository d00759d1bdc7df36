package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether one of the library's own tables holds any row of a source. Most shops owe nothing most of the time: one look at the
 * beginning of an index then spares a list of some hundred keys. Where there are rows nobody asks again for a while.
 *
 * <p>Thread-safe. What is answered is what the session sees at that moment, never what was seen before.
 */
public final class AnyRows {
    /** So many lists are looked up without asking first, once there were rows. */
    private static final int UNASKED = 50;

    private final String query;
    private final Map<String, Integer> unasked = new ConcurrentHashMap<>();

    /** In that table, given as it stands after FROM; an index begins with its source and order. */
    public AnyRows(String table) {
        this.query = "SELECT 1 FROM " + table + " WHERE source = ";
    }

    /**
     * The first row of the source in the index's order: PostgreSQL would else walk over others' rows to one that it expects. H2 sorts
     * all of them unless the order names the whole beginning of the index.
     */
    private Sql of(String source) {
        return Sql.text(query).then(Bound.text(source)).then(" ORDER BY source, order_id LIMIT 1");
    }

    /** True where the session sees no row of the source; false where there are some, and where nobody asked. */
    public boolean areMissing(Session session, String source) {
        int left = unasked.getOrDefault(source, 0);
        if (left > 0) {
            unasked.put(source, left - 1);
            return false;
        }
        boolean missing = session.first(of(source), row -> true).isEmpty();
        if (!missing) {
            unasked.put(source, UNASKED);
        }
        return missing;
    }
}
