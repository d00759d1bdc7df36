package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.sql.Chunks;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks the database itself which rows equal which key, one key at a time in a statement of many. Only collations know that
 * {@code abc} is {@code ABC}; a list of keys would not tell which of them a row was found by.
 */
record PointLookup(Table table, KeySql keys, KeySql found, Sql where) {
    private static final int KEYS_PER_STATEMENT = 50;

    /** The rows of each key; a key without rows is absent. */
    Map<Key, List<Key>> rows(Collection<Key> wanted, Session session) {
        Map<Key, List<Key>> rows = new LinkedHashMap<>();
        for (List<Key> chunk : Chunks.of(wanted, KEYS_PER_STATEMENT)) {
            session.query(
                            statement(chunk),
                            row -> new Hit(
                                    chunk.get(row.getInt(1)),
                                    Key.read(found.columns(), row, 2).orElseThrow()))
                    .forEach(hit -> rows.computeIfAbsent(hit.wanted(), key -> new ArrayList<>())
                            .add(hit.row()));
        }
        return rows;
    }

    private Sql statement(List<Key> chunk) {
        List<Sql> branches = new ArrayList<>();
        for (int i = 0; i < chunk.size(); i++) {
            branches.add(Sql.text("SELECT " + i + ", ")
                    .then(found.list())
                    .then(" FROM ")
                    .then(table.sql())
                    .then(" " + keys.alias() + " WHERE ")
                    .then(keys.equal(chunk.get(i)))
                    .then(" AND ")
                    .then(where));
        }
        return Sql.join(" UNION ALL ", branches);
    }

    /** Whether equal values of this column may be written differently. */
    static boolean isNeededFor(TypedColumn column) {
        return column.type().kind().isText() && (column.same("a", "A") || column.same("a", "a "));
    }

    private record Hit(Key wanted, Key row) {}
}
