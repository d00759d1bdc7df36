package io.github.ordertimeout.testkit;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.TimeColumn;
import io.github.ordertimeout.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An order that is not in its table yet: open, made now, without a deadline of its own. */
public final class OrderDraft {
    private final Rule rule;
    private final Instant now;
    private final MemoryDatabase database;
    private final String id;
    private final Map<String, @Nullable Object> row = new LinkedHashMap<>();

    OrderDraft(Rule rule, Instant now, MemoryDatabase database, Object id) {
        this.rule = rule;
        this.now = now;
        this.database = database;
        this.id = String.valueOf(id);
        row.put(rule.idColumn(), id);
        rule.numberColumn().ifPresent(column -> row.put(column, "N" + id));
        row.put(rule.status().column(), rule.status().open().get(0));
        rule.deadline().created().ifPresent(column -> row.put(column.name(), now));
    }

    /** Made that long ago. */
    public OrderDraft madeAgo(Duration age) {
        return with(column(rule.deadline().created(), "created-column"), now.minus(age));
    }

    /** With a deadline of its own at that moment. */
    public OrderDraft due(Instant moment) {
        return with(column(rule.deadline().due(), "due-column"), moment);
    }

    /** With that in a column; a time is an {@link Instant}. */
    public OrderDraft with(String column, @Nullable Object value) {
        row.put(column, value);
        return this;
    }

    /** Puts it into its table. */
    public ShopOrder insert() {
        database.insert(rule.table(), row);
        return new ShopOrder(rule, database, id);
    }

    private String column(Optional<TimeColumn> column, String key) {
        return column.map(TimeColumn::name)
                .orElseThrow(() -> new IllegalStateException("Rule " + rule.name() + " has no " + key
                        + ", so that nothing would come of it: name one, as TestRule.dueOrCreated does"));
    }
}
