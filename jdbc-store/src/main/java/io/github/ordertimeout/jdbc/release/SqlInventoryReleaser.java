package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.release.DirectRelease.Given;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives back what closed orders hold to the stock rows of the shop's own table, inside the closing transaction and last of
 * all: (1) reads the batch's items; (2) finds their stock rows, unless an item names a row by its own key, and sums per row; (3)
 * locks the rows in their key's order; (4) updates each once, on PostgreSQL in the statement that locks them. The statements do
 * not grow in number with the batch, but for chunks.
 *
 * <p>Thread-safe.
 */
public final class SqlInventoryReleaser implements InventoryReleaser {
    private final Items items;
    private final Optional<DirectRelease> direct;
    private final StockFinder finder;
    private final StockLocks locks;
    private final Shortages shortages;
    private final StockUpdate update;
    private final KeySql rowKey;
    private final Set<String> orderColumns;
    private final List<String> warnings;
    private final ThreadLocal<@Nullable Noted> noted = new ThreadLocal<>();

    SqlInventoryReleaser(
            Items items,
            Optional<DirectRelease> direct,
            StockFinder finder,
            StockLocks locks,
            Shortages shortages,
            StockUpdate update,
            KeySql rowKey,
            Set<String> orderColumns,
            List<String> warnings) {
        this.items = items;
        this.direct = direct;
        this.finder = finder;
        this.locks = locks;
        this.shortages = shortages;
        this.update = update;
        this.rowKey = rowKey;
        this.orderColumns = Set.copyOf(orderColumns);
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Opens the rule's {@code inventory}.
     *
     * @param mapping the rule; its inventory is present
     * @param session to read the catalog with; not kept
     * @throws io.github.ordertimeout.config.ConfigurationException with every fault found
     */
    public static SqlInventoryReleaser open(RuleMapping mapping, Session session) {
        return new InventoryMapper(mapping, session).map();
    }

    /** The columns of the order, as written, that must be among {@link OrderSnapshot#columns}. */
    public Set<String> orderColumns() {
        return orderColumns;
    }

    /** What should be said at start, one sentence each. */
    public List<String> warnings() {
        return warnings;
    }

    /** Runs the stock's update for no row: missing rights show themselves at start, not in the first pass. */
    public void rehearse(CloseMoment moment, Session session) {
        update.rehearse(moment, session);
    }

    /**
     * Reads what these orders hold, then runs the rest of their close, which may change it: what is given back is what was there
     * before.
     */
    public void notingItems(List<OrderSnapshot> orders, Session session, Runnable rest) {
        noted.set(new Noted(Set.copyOf(orders), items.of(orders, session)));
        try {
            rest.run();
        } finally {
            noted.remove();
        }
    }

    private record Noted(Set<OrderSnapshot> orders, List<Line> lines) {}

    private List<Line> lines(List<OrderSnapshot> orders, Session session) {
        Noted before = noted.get();
        return before != null && before.orders().equals(Set.copyOf(orders))
                ? before.lines()
                : items.of(orders, session);
    }

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        releaseAll(List.of(order), context);
    }

    @Override
    public void releaseAll(List<ClosedOrder> orders, ReleaseContext context) {
        Session session = context.unwrap(Session.class);
        List<OrderSnapshot> snapshots = orders.stream().map(ClosedOrder::order).toList();
        CloseMoment moment = new CloseMoment(context.now(), "", context.rule());
        Optional<Given> given = noted.get() == null
                ? direct.flatMap(statements -> statements.give(snapshots, moment, session))
                : Optional.empty();
        if (given.isPresent() && given.get().isAll()) {
            return;
        }
        List<Line> lines = lines(snapshots, session);
        Map<Key, Key> rows = finder.candidates(keys(lines), session);
        if (!finder.guesses()) {
            shortages.checkRows(lines, rows);
        }
        List<Demand> demands = Demand.sum(lines, rows, rowKey);
        Map<Key, Held> held = new HashMap<>();
        // What is counted, and enough, changes at once; the others are looked at one by one, under the same locks.
        List<Demand> left =
                given.isPresent() ? given.get().left(demands, lines) : update.atOnce(demands, moment, session);
        if (left.size() < demands.size()) {
            demands.forEach(demand -> held.put(demand.row(), Held.whole(demand)));
        }
        left.forEach(demand -> held.remove(demand.row()));
        held.putAll(locks.hold(left.stream().map(Demand::row).toList(), session));
        if (finder.guesses()) {
            rows.values().retainAll(held.keySet());
            shortages.checkRows(lines, rows);
            left = left.stream()
                    .filter(demand -> rows.containsKey(demand.row()))
                    .toList();
        }
        update.run(shortages.changes(left, held), moment, session);
        shortages.leftOut(lines, rows, held).forEach((id, what) -> context.leftOut(byId(orders, id), what));
    }

    @Override
    public Set<String> waitingForLocks(List<OrderSnapshot> orders, ReleaseContext context) {
        if (!locks.canTell()) {
            return Set.of();
        }
        Session session = context.unwrap(Session.class);
        List<Line> lines = items.of(orders, session);
        List<Demand> demands = Demand.sum(lines, finder.rowsOf(keys(lines), session), rowKey);
        Set<Key> held = locks.heldByOthers(demands.stream().map(Demand::row).toList(), session);
        Set<String> waiting = new HashSet<>();
        demands.stream()
                .filter(demand -> held.contains(demand.row()))
                .forEach(demand -> waiting.addAll(demand.orders().keySet()));
        return waiting;
    }

    /** How many items of these orders find their stock; locks and changes nothing. */
    public StockSample sample(List<OrderSnapshot> orders, Session session) {
        List<Line> lines = items.of(orders, session);
        Map<Key, Key> rows = finder.rowsOf(keys(lines), session);
        List<Line> withoutRow = lines.stream()
                .filter(line -> line.key().isPresent())
                .filter(line -> StockFinder.rowOf(line, rows).isEmpty())
                .toList();
        int withoutKey = Math.toIntExact(
                lines.stream().filter(line -> line.key().isEmpty()).count());
        return new StockSample(
                lines.size(),
                withoutKey,
                withoutRow.size(),
                withoutRow.stream().findFirst().map(shortages::describe));
    }

    /** The statement that reads the items of these orders; of as many as one statement takes. */
    public Sql itemQuery(List<OrderSnapshot> orders) {
        return items.query(orders);
    }

    /** The statement that makes an index for {@link #itemQuery}, of a table. */
    public String itemIndex(String name, Dialect dialect) {
        return items.index(name, dialect);
    }

    private static ClosedOrder byId(List<ClosedOrder> orders, String id) {
        return orders.stream()
                .filter(order -> order.order().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Set<Key> keys(List<Line> lines) {
        Set<Key> keys = new LinkedHashSet<>();
        lines.stream().map(Line::key).flatMap(Optional::stream).forEach(keys::add);
        return keys;
    }
}
