package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.sql.Chunks;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what a batch of orders holds. */
final class Items {
    private final ItemQuery query;
    private final OrderValue orderKey;
    private final PointLookup orders;
    private final List<KeyPart> parts;
    private final int chunk;

    /**
     * Takes where to look.
     *
     * @param orders finds an order's id by the key that an item holds
     */
    Items(ItemQuery query, OrderValue orderKey, PointLookup orders, List<KeyPart> parts, int chunk) {
        this.query = query;
        this.orderKey = orderKey;
        this.orders = orders;
        this.parts = List.copyOf(parts);
        this.chunk = chunk;
    }

    /** The lines of these orders that still hold something. */
    List<Line> of(List<OrderSnapshot> batch, Session session) {
        Map<Key, List<OrderSnapshot>> byKey = byKey(batch);
        List<ItemRow> rows = new ArrayList<>();
        for (List<Key> keys : Chunks.of(byKey.keySet(), chunk)) {
            rows.addAll(session.query(query.of(keys), query::read));
        }
        rows.removeIf(row -> row.quantity().signum() <= 0);
        byKey.putAll(otherwiseWritten(rows, byKey, batch, session));
        List<Line> lines = new ArrayList<>();
        for (ItemRow row : rows) {
            for (OrderSnapshot order : byKey.getOrDefault(row.order(), List.of())) {
                lines.add(new Line(order, stockKey(row, order), row.quantity()));
            }
        }
        return lines;
    }

    /** The keys by which these orders' items are found, if one statement takes all of them and each means one order. */
    Optional<Collection<Key>> inOneStatement(List<OrderSnapshot> batch) {
        Map<Key, List<OrderSnapshot>> byKey = byKey(batch);
        boolean fits = byKey.size() == batch.size() && (batch.size() <= chunk || query.takesAnyNumber());
        return fits && !batch.isEmpty() ? Optional.of(byKey.keySet()) : Optional.empty();
    }

    /** The statement for these orders; for as many as one takes. */
    Sql query(List<OrderSnapshot> batch) {
        return query.of(
                Chunks.of(byKey(batch).keySet(), chunk).stream().findFirst().orElse(List.of()));
    }

    String index(String name, Dialect dialect) {
        return "CREATE INDEX " + (dialect.indexesBesideWriters() ? "CONCURRENTLY " : "") + dialect.quote(name) + " ON "
                + query.from().text() + " (" + query.order().quoted() + ")";
    }

    private Map<Key, List<OrderSnapshot>> byKey(List<OrderSnapshot> batch) {
        Map<Key, List<OrderSnapshot>> byKey = new LinkedHashMap<>();
        for (OrderSnapshot order : batch) {
            orderKey.of(order)
                    .flatMap(text -> Key.of(List.of(query.order()), List.of(text)))
                    .ifPresent(key ->
                            byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(order));
        }
        return byKey;
    }

    /**
     * The orders of items whose key is not written as any order's. The items' collation called them equal; only that of the
     * orders' table knows whether {@code ABc1} is the order {@code abC1} or another one.
     */
    private Map<Key, List<OrderSnapshot>> otherwiseWritten(
            List<ItemRow> rows, Map<Key, List<OrderSnapshot>> byKey, List<OrderSnapshot> batch, Session session) {
        Set<Key> strangers = new LinkedHashSet<>();
        for (ItemRow row : rows) {
            if (!byKey.containsKey(row.order())) {
                strangers.add(row.order());
            }
        }
        if (strangers.isEmpty()) {
            return Map.of();
        }
        Map<Key, Key> asked = new LinkedHashMap<>();
        for (Key stranger : strangers) {
            Key.of(List.of(orderKey.column()), stranger.values()).ifPresent(key -> asked.put(key, stranger));
        }
        Map<Key, List<OrderSnapshot>> found = new LinkedHashMap<>();
        orders.rows(asked.keySet(), session).forEach((key, ids) -> found.put(asked.get(key), withIds(batch, ids)));
        return found;
    }

    private static List<OrderSnapshot> withIds(List<OrderSnapshot> batch, Collection<Key> ids) {
        return batch.stream()
                .filter(order -> ids.contains(new Key(List.of(order.id()))))
                .toList();
    }

    private Optional<Key> stockKey(ItemRow row, OrderSnapshot order) {
        List<TypedColumn> columns = parts.stream().map(KeyPart::stock).toList();
        List<@Nullable String> texts = new ArrayList<>();
        int next = 0;
        for (KeyPart part : parts) {
            if (part instanceof KeyPart.OfOrder ofOrder) {
                texts.add(ofOrder.order().of(order).orElse(null));
            } else {
                texts.add(row.keys().get(next++));
            }
        }
        return Key.of(columns, texts);
    }
}
