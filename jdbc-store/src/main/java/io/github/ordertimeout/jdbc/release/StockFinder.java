package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.sql.Chunks;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.release.ReleaseFailedException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the stock row of each key by a plain read. A locking read of keys that do not exist would lock the gaps where they
 * belong on MariaDB and MySQL under REPEATABLE READ.
 */
final class StockFinder {
    private final StockTable stock;
    private final PointLookup lookup;
    private final boolean foldsCase;
    private final int chunk;
    private final boolean guesses;

    StockFinder(StockTable stock, Dialect dialect, int chunk) {
        this.stock = stock;
        this.lookup = new PointLookup(stock.table(), stock.keys(), stock.rowKey(), stock.where());
        this.foldsCase = stock.keys().columns().stream().anyMatch(PointLookup::isNeededFor);
        this.chunk = chunk;
        this.guesses = !dialect.locksGaps() && stock.isKeyedByRow();
    }

    /** Whether {@link #candidates} asks nobody: the locking read then tells which of the rows there are. */
    boolean guesses() {
        return guesses;
    }

    /** {@link #rowsOf}, or where a key is its row's own key, rows that may turn out not to exist. */
    Map<Key, Key> candidates(Set<Key> wanted, Session session) {
        if (!guesses) {
            return rowsOf(wanted, session);
        }
        Map<Key, Key> rows = new LinkedHashMap<>();
        wanted.forEach(key -> rows.put(key, key));
        return rows;
    }

    /**
     * The row of each key; a key without one is absent.
     *
     * @throws ReleaseFailedException if a key has several
     */
    Map<Key, Key> rowsOf(Set<Key> wanted, Session session) {
        Map<Key, Set<Key>> rows = new LinkedHashMap<>();
        Set<Key> strangers = new LinkedHashSet<>();
        for (Found found : read(wanted, session)) {
            if (wanted.contains(found.key())) {
                rows.computeIfAbsent(found.key(), key -> new LinkedHashSet<>()).add(found.row());
            } else {
                strangers.add(found.key());
            }
        }
        Set<Key> unclear = unclear(wanted, rows.keySet(), strangers, session);
        unclear.forEach(rows::remove);
        lookup.rows(unclear, session).forEach((key, found) -> rows.put(key, new LinkedHashSet<>(found)));
        return single(rows);
    }

    private List<Found> read(Set<Key> keys, Session session) {
        List<Found> found = new ArrayList<>();
        for (List<Key> some : Chunks.of(keys, chunk)) {
            found.addAll(session.query(statement(some), this::found));
        }
        return found;
    }

    private Found found(ResultSet row) throws SQLException {
        List<TypedColumn> keys = stock.keys().columns();
        return new Found(
                Key.read(keys, row, 1).orElseThrow(),
                Key.read(stock.rowKey().columns(), row, 1 + keys.size()).orElseThrow());
    }

    private Sql statement(Collection<Key> keys) {
        return Sql.text("SELECT ")
                .then(stock.keys().list())
                .then(", ")
                .then(stock.rowKey().list())
                .then(" FROM ")
                .then(stock.table().sql())
                .then(" " + StockTable.ALIAS + " WHERE ")
                .then(stock.keys().in(keys))
                .then(" AND ")
                .then(stock.where());
    }

    /**
     * The keys of which only the database can tell whose row is whose: those that no row spells alike, if any row is theirs
     * at all, and those that may mean a row that no item spells alike.
     */
    private Set<Key> unclear(Set<Key> wanted, Set<Key> matched, Set<Key> strangers, Session session) {
        Set<Key> unclear = new LinkedHashSet<>(wanted);
        unclear.removeAll(matched);
        if (strangers.isEmpty()) {
            return foldsCase && !read(unclear, session).isEmpty() ? unclear : Set.of();
        }
        for (Key key : matched) {
            if (strangers.stream()
                    .anyMatch(stranger -> stranger.mayEqual(key, stock.keys().columns()))) {
                unclear.add(key);
            }
        }
        return unclear;
    }

    private Map<Key, Key> single(Map<Key, Set<Key>> rows) {
        Map<Key, Key> single = new LinkedHashMap<>();
        rows.forEach((key, found) -> {
            if (found.size() > 1) {
                throw new ReleaseFailedException(
                        found.size() + " rows of " + stock.table().canonicalName()
                                + " match " + key.describe(stock.keys().columns()) + ": "
                                + String.join(
                                        " and ",
                                        found.stream()
                                                .limit(2)
                                                .map(stock::describe)
                                                .toList())
                                + ". stock-keys and stock-where together must name one row: add the column that tells them apart.");
            }
            single.put(key, found.iterator().next());
        });
        return single;
    }

    private record Found(Key key, Key row) {}

    /** The row that a line's stock is in, if any. */
    static Optional<Key> rowOf(Line line, Map<Key, Key> rows) {
        return line.key().flatMap(key -> Optional.ofNullable(rows.get(key)));
    }
}
