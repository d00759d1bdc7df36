package io.github.ordertimeout.jdbc.doctor;

import io.github.ordertimeout.config.Inventory;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.mapping.OrderRow;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.release.SqlInventoryReleaser;
import io.github.ordertimeout.jdbc.release.StockSample;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the built-in inventory finds items and stock: a column that is the wrong one but exists gives nothing back, and with
 * {@code missing: skip} nobody would be told.
 */
record StockExam(RuleMapping mapping, SqlInventoryReleaser releaser, Examination examination, Instant now) {
    private static final int ORDERS = 200;

    /** So many rows are read in no time. */
    private static final long FEW = 2_000;

    /** One order without items is nothing strange. */
    private static final int SEVERAL = 3;

    List<Finding> findings() {
        List<OrderSnapshot> orders = orders();
        if (orders.isEmpty()) {
            return List.of();
        }
        List<String> failures = new ArrayList<>();
        Optional<StockSample> sample = examination.ask(session -> releaser.sample(orders, session), failures::add);
        return sample.map(found -> both(orders, found))
                .orElseGet(() -> List.of(Finding.warning(
                        "stock",
                        name() + "the items and stock of " + orders.size() + " orders could not be read: "
                                + String.join(" ", failures),
                        "Orders whose stock cannot be read are not closed: correct inventory, or give item-order-column"
                                + " and stock-keys an index.")));
    }

    private List<Finding> both(List<OrderSnapshot> orders, StockSample sample) {
        List<Finding> findings = new ArrayList<>(findings(orders.size(), sample));
        examination
                .ask(session -> new RowsRead(mapping.dialect()).of(releaser.itemQuery(orders), session))
                .filter(read -> read > FEW && read > 4L * sample.lines())
                .ifPresent(read -> findings.add(itemIndex(orders.size(), read)));
        return findings;
    }

    private Finding itemIndex(int orders, long read) {
        String table = inventory().itemTable();
        boolean query = table.startsWith("sql:");
        return Finding.warning(
                "index",
                name() + "reading the items of " + orders + " orders reads " + read + " rows of "
                        + (query ? "the item query" : "`" + table + "`") + "; no index serves it.",
                query
                        ? "Let an index find the query's rows by " + inventory().itemOrderColumn() + "."
                        : releaser.itemIndex(
                                "order_timeout_" + mapping.rule().name().replaceAll("[^A-Za-z0-9_]", "_") + "_items",
                                mapping.dialect()));
    }

    private List<Finding> findings(int orders, StockSample sample) {
        List<Finding> findings = new ArrayList<>();
        if (sample.lines() == 0 && orders >= SEVERAL) {
            findings.add(Finding.warning(
                    "no-items",
                    name() + "none of " + orders + " orders has an item that holds anything.",
                    "Compare inventory.item-table, item-order-column, item-order-key, item-where and"
                            + " item-quantity-column with what the application writes: nothing would be given back."));
        } else if (sample.withoutRow() + sample.withoutKey() > 0) {
            findings.add(withoutStock(orders, sample));
        }
        return findings;
    }

    private Finding withoutStock(int orders, StockSample sample) {
        int lost = sample.withoutRow() + sample.withoutKey();
        boolean fails = inventory().missing() == Inventory.Missing.FAIL;
        return Finding.warning(
                "stock-missing",
                name() + lost + " of " + sample.lines() + " items of " + orders + " orders find no row of `"
                        + inventory().stockTable() + "`"
                        + (sample.withoutKey() > 0 ? "; " + sample.withoutKey() + " name none" : "")
                        + sample.example().map(example -> "; " + example).orElse("") + ".",
                (lost == sample.lines() ? "inventory.stock-keys or stock-where are probably wrong. " : "")
                        + (fails
                                ? "With missing: fail such orders are not closed."
                                : "With missing: skip nothing is given back for such items; missing: fail would not close"
                                        + " their orders."));
    }

    private Inventory inventory() {
        return mapping.rule().inventory().orElseThrow();
    }

    private String name() {
        return "Rule " + mapping.rule().name() + ": ";
    }

    /** Open ones, else any: their items are the same. */
    private List<OrderSnapshot> orders() {
        List<OrderSnapshot> open = orders(mapping.status().isOpen("o"));
        return open.isEmpty() ? orders(Sql.text("1 = 1")) : open;
    }

    private List<OrderSnapshot> orders(Sql which) {
        OrderSelect select = new OrderSelect(mapping);
        Sql query = Sql.text("SELECT ")
                .then(select.list(Sql.text("0")))
                .then(mapping.from())
                .then(" WHERE ")
                .then(which)
                .then(" AND ")
                .then(mapping.selection().wanted(now))
                .then(" LIMIT " + ORDERS);
        return examination.ask(session -> session.query(query, select::read)).orElse(List.of()).stream()
                .map(OrderRow::order)
                .toList();
    }
}
