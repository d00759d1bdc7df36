package io.github.ordertimeout.testkit;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.TableSettings;
import io.github.ordertimeout.memory.MemoryDatabase;
import io.github.ordertimeout.memory.MemoryRow;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** An order of a {@link ManualEngine}'s shop, as it stands in its table whenever it is asked. */
public final class ShopOrder {
    private final Rule rule;
    private final MemoryDatabase database;
    private final String id;

    ShopOrder(Rule rule, MemoryDatabase database, String id) {
        this.rule = rule;
        this.database = database;
        this.id = id;
    }

    /** Its id as text. */
    public String id() {
        return id;
    }

    /** Its status as text. */
    public String status() {
        return row().text(rule.status().column());
    }

    /** What a column holds now. */
    public @Nullable Object get(String column) {
        return row().get(column);
    }

    /** Changes a column as the shop itself would, in a transaction of its own. */
    public ShopOrder set(String column, @Nullable Object value) {
        database.inTransaction(tx ->
                tx.update(rule.table(), row -> row.key().equals(id), row -> Collections.singletonMap(column, value)));
        return this;
    }

    /** Sets its status, as a customer who pays or a person who re-opens it would. */
    public ShopOrder setStatus(String status) {
        return set(rule.status().column(), status);
    }

    /** How many rows the ledger has for it: one per close and release type. */
    public long ledgerRows() {
        String source = rule.sourceOf(rule.table());
        return database.rows(TableSettings.DEFAULT.prefix() + "release").stream()
                .filter(row -> row.text("source").equals(source)
                        && row.text("order_id").equals(id))
                .count();
    }

    private MemoryRow row() {
        return database.row(rule.table(), id)
                .orElseThrow(() -> new IllegalStateException("Table " + rule.table() + " has no order " + id));
    }

    @Override
    public String toString() {
        return "order " + id;
    }
}
