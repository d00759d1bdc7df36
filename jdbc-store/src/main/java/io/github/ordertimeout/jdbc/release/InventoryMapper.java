package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.jdbc.catalog.Catalog;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.Table;
import io.github.ordertimeout.jdbc.database.DatabaseException;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Resolves {@code inventory} against the catalog; every name and value that does not fit is told at once. */
final class InventoryMapper {
    /** Longer lists of keys make MariaDB choose another plan, and statements hard to read in a log. */
    private static final int CHUNK = 500;

    private static final int IN_ONE_ARRAY = 5_000;

    private final RuleMapping mapping;
    private final Inventory inventory;
    private final Session session;
    private final Faults faults;
    private final List<String> warnings = new ArrayList<>();

    InventoryMapper(RuleMapping mapping, Session session) {
        this.mapping = mapping;
        this.inventory = mapping.rule().inventory().orElseThrow();
        this.session = session;
        this.faults = Faults.ofRule(mapping.rule().name()).below("inventory");
    }

    SqlInventoryReleaser map() {
        try {
            return map(Catalog.over(session.connection()));
        } catch (SQLException e) {
            throw new DatabaseException("The database's catalog cannot be read", e);
        }
    }

    private SqlInventoryReleaser map(Catalog catalog) throws SQLException {
        OrderValues orders = new OrderValues(mapping);
        TableFinder tables = new TableFinder(catalog, session.connection(), faults);
        Optional<Table> itemTable = tables.items(inventory.itemTable());
        Optional<Table> stockTable = tables.stock(inventory.stockTable());
        Optional<OrderValue> orderKey = faults.attempt("item-order-key", () -> orders.named(inventory.itemOrderKey()));
        List<KeyPart> parts = new KeyParts(orders, itemTable, stockTable, faults).of(inventory.stockKeys());
        Optional<ItemQuery> query =
                itemTable.flatMap(table -> new ItemMapper(table, faults).map(inventory, parts, itemLock()));
        Optional<StockMapper> stock =
                stockTable.map(table -> new StockMapper(table, mapping, inventory, faults, warnings));
        Optional<StockTable> where = stock.map(mapper -> mapper.table(parts));
        Optional<StockSets> sets = stock.map(StockMapper::sets);
        faults.throwIfAny();
        new ItemOwners(mapping, itemTable.orElseThrow()).warnings().forEach(warnings::add);
        return assemble(query.orElseThrow(), orderKey.orElseThrow(), parts, where.orElseThrow(), sets.orElseThrow());
    }

    private SqlInventoryReleaser assemble(
            ItemQuery query, OrderValue orderKey, List<KeyPart> parts, StockTable stock, StockSets sets)
            throws SQLException {
        int chunk = Math.min(CHUNK, mapping.dialect().largestInList());
        PointLookup orders = new PointLookup(
                mapping.table(),
                new KeySql("o", List.of(orderKey.column())),
                new KeySql("o", List.of(mapping.id())),
                Sql.text("1 = 1"));
        Items items = new Items(query, orderKey, orders, parts, chunk);
        boolean changesInWith = mapping.dialect()
                .changesInWith(session.connection(), stock.table().sql().text());
        return new SqlInventoryReleaser(
                items,
                direct(items, query, parts, stock, sets, changesInWith),
                new StockFinder(stock, mapping.dialect(), chunk),
                new StockLocks(stock, mapping.dialect(), stock.rowKey().asArray() ? IN_ONE_ARRAY : chunk),
                new Shortages(stock, inventory.shortage(), inventory.missing()),
                new StockUpdate(stock, sets, inventory.shortage(), locking(stock, sets, changesInWith)),
                stock.rowKey(),
                orderColumns(),
                warnings);
    }

    private Optional<DirectRelease> direct(
            Items items, ItemQuery query, List<KeyPart> parts, StockTable stock, StockSets sets, boolean changesInWith)
            throws SQLException {
        Dialect dialect = mapping.dialect();
        boolean can = dialect.joinedUpdate() != Dialect.JoinedUpdate.WITH || changesInWith;
        if (!can || !ItemsOntoStock.fits(query, parts, stock, sets, inventory.shortage(), dialect.joinedUpdate())) {
            return Optional.empty();
        }
        ItemsOntoStock statements = new ItemsOntoStock(
                query,
                parts.stream().map(KeyPart.OfItem.class::cast).toList(),
                stock,
                sets,
                dialect,
                inventory.shortage() != Inventory.Shortage.ALLOW,
                !dialect.isLong(session.connection(), stock.table().sql().text()));
        DirectRelease direct = new DirectRelease(statements, items, dialect);
        return direct.isUnderstood(session) ? Optional.of(direct) : Optional.empty();
    }

    private Optional<LockingUpdate> locking(StockTable stock, StockSets sets, boolean changesInWith) {
        return ArrayUpdate.fits(stock) && changesInWith
                ? Optional.of(new LockingUpdate(
                        stock, sets, mapping.dialect(), inventory.shortage() != Inventory.Shortage.ALLOW))
                : Optional.empty();
    }

    private String itemLock() {
        boolean partsMayGoAlone =
                inventory.minusColumn().isPresent() || !inventory.itemWhere().isEmpty();
        return partsMayGoAlone && !inventory.itemTable().startsWith("sql:")
                ? mapping.dialect().forQuantityUpdate(ItemQuery.ALIAS)
                : "";
    }

    private Set<String> orderColumns() {
        Set<String> columns = new LinkedHashSet<>();
        List<String> written = new ArrayList<>(inventory.stockKeys().values());
        written.add(inventory.itemOrderKey());
        written.stream()
                .filter(name -> name.startsWith(OrderValue.PREFIX))
                .forEach(name -> columns.add(name.substring(OrderValue.PREFIX.length())));
        return columns;
    }
}
