package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.RowReader;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.sql.Chunks;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Locks stock rows that exist, by their own key and in its order: whoever locks several does not cross us. */
final class StockLocks {
    private final StockTable stock;
    private final Dialect dialect;
    private final int chunk;

    StockLocks(StockTable stock, Dialect dialect, int chunk) {
        this.stock = stock;
        this.dialect = dialect;
        this.chunk = chunk;
    }

    /** Waits for the rows and holds them until the transaction ends; a row that went away meanwhile is absent. */
    Map<Key, Held> hold(List<Key> rows, Session session) {
        Map<Key, Held> held = new LinkedHashMap<>();
        read(rows, quantities(), dialect.forQuantityUpdate(StockTable.ALIAS), session, this::held)
                .forEach(one -> held.put(one.row(), one));
        return held;
    }

    /** Whether the server can tell locked rows from free ones. */
    boolean canTell() {
        return dialect.skipLocked();
    }

    /** Those that somebody else holds; the others are ours until the transaction ends. */
    Set<Key> heldByOthers(List<Key> rows, Session session) {
        Set<Key> others = new HashSet<>(rows);
        read(rows, List.of(), dialect.forQuantityUpdateOfFree(StockTable.ALIAS), session, this::key)
                .forEach(others::remove);
        return others;
    }

    private <T> List<T> read(List<Key> rows, List<Sql> further, String lock, Session session, RowReader<T> reader) {
        List<T> all = new ArrayList<>();
        for (List<Key> keys : Chunks.of(rows, chunk)) {
            all.addAll(session.query(statement(keys, further, lock), reader));
        }
        return all;
    }

    /** {@code stock-where} once more: what was true in a plain read may not be under the lock. */
    private Sql statement(Collection<Key> keys, List<Sql> further, String lock) {
        List<Sql> select = new ArrayList<>();
        select.add(stock.rowKey().list());
        select.addAll(further);
        return Sql.text("SELECT ")
                .then(Sql.join(", ", select))
                .then(" FROM ")
                .then(stock.table().sql())
                .then(" " + StockTable.ALIAS + stock.pin() + " WHERE ")
                .then(stock.rowKey().in(keys))
                .then(" AND ")
                .then(stock.where())
                .then(" ORDER BY ")
                .then(stock.rowKey().list())
                .then(lock);
    }

    private List<Sql> quantities() {
        List<Sql> quantities = new ArrayList<>();
        for (TypedColumn column : stock.quantities()) {
            quantities.add(column.of(StockTable.ALIAS));
        }
        return quantities;
    }

    private Key key(ResultSet row) throws SQLException {
        return Key.read(stock.rowKey().columns(), row, 1).orElseThrow();
    }

    private Held held(ResultSet row) throws SQLException {
        int first = 1 + stock.rowKey().columns().size();
        boolean counted = true;
        for (int i = 0; i < stock.quantities().size(); i++) {
            counted &= row.getBigDecimal(first + i) != null;
        }
        Optional<BigDecimal> reserved =
                stock.reserved().isPresent() ? Optional.ofNullable(row.getBigDecimal(first)) : Optional.empty();
        return new Held(key(row), counted, reserved);
    }
}
