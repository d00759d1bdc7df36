package io.github.ordertimeout.testkit.contract;

import io.github.ordertimeout.store.OrderStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A shop that a store's contract is tested on. Two tables, {@code orders} with numeric ids and {@code text_orders} with text
 * ids that differ by case: {@code id, number, status, created_at, due_at, kind, pay_time}; times to the microsecond, everything
 * but id and status may be null.
 */
public interface StoreShop {
    /** The store, whose clock is the shop's. */
    OrderStore store();

    /** Sets the store's clock. */
    void setClock(Instant now);

    /** Adds a row; times are {@link Instant}s. */
    void insert(String table, Map<String, @Nullable Object> row);

    /** Changes a row as the shop itself would, in a transaction of its own. */
    void change(String table, String id, String column, @Nullable Object value);

    /** Deletes a row. */
    void delete(String table, String id);

    /** The status as canonical text, where the row is there. */
    Optional<String> status(String table, String id);

    /** How many ledger rows an order has. */
    long ledgerRows(String source, String id);

    /** Holds a row's lock until closed; the row stays as it is. */
    AutoCloseable lock(String table, String id);
}
