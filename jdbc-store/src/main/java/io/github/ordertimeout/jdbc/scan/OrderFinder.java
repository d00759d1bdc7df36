package io.github.ordertimeout.jdbc.scan;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.mapping.CloseMark;
import io.github.ordertimeout.jdbc.mapping.Flag;
import io.github.ordertimeout.jdbc.mapping.NamedCondition;
import io.github.ordertimeout.jdbc.mapping.OrderRow;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.mapping.StatusValues;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.scan.OrderFinding;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks an order up by name and asks the database for every condition by itself, so that each can be told. */
final class OrderFinder {
    private static final int MOST = 100;
    /** A collation may find ids in another case besides. */
    private static final int MORE_BY_COLLATION = 1000;

    private final RuleMapping mapping;
    private final OrderSelect select;
    private final CloseMark mark;

    OrderFinder(RuleMapping mapping, OrderSelect select) {
        this.mapping = mapping;
        this.select = select;
        this.mark = CloseMark.of(mapping);
    }

    Optional<OrderFinding> findById(Session session, String id, Instant now) {
        return byId(id).stream()
                .flatMap(where -> read(session, where, now, MOST).stream())
                // a collation may have found an id in another case
                .filter(finding -> finding.order().id().equals(mapping.id().canonical(id)))
                .findFirst();
    }

    /** Those of these ids that are there; what is no id of this table is not. */
    Map<String, OrderFinding> findAllById(Session session, List<String> ids, Instant now) {
        List<String> valid = ids.stream()
                .filter(id -> mapping.id().tryBindId(id).isPresent())
                .toList();
        Map<String, OrderFinding> found = new LinkedHashMap<>();
        if (!valid.isEmpty()) {
            Set<String> asked = Set.copyOf(valid);
            for (OrderFinding finding : read(session, mapping.idIn(valid), now, valid.size() + MORE_BY_COLLATION)) {
                if (asked.contains(finding.order().id())) {
                    found.put(finding.order().id(), finding);
                }
            }
        }
        return found;
    }

    List<OrderFinding> find(Session session, String idOrNumber, Instant now) {
        Map<String, OrderFinding> found = new LinkedHashMap<>();
        findById(session, idOrNumber, now)
                .ifPresent(finding -> found.put(finding.order().id(), finding));
        if (found.isEmpty()) {
            // An id wins: numbers may lack an index.
            byNumber(idOrNumber)
                    .ifPresent(where -> read(session, where, now, MOST)
                            .forEach(
                                    finding -> found.putIfAbsent(finding.order().id(), finding)));
        }
        return List.copyOf(found.values());
    }

    private Optional<Sql> byId(String text) {
        return equal(mapping.id(), mapping.id().tryBindId(text));
    }

    private Optional<Sql> byNumber(String text) {
        return mapping.columns().number().flatMap(number -> equal(number, number.tryBind(text)));
    }

    private static Optional<Sql> equal(TypedColumn column, Optional<Bound> bound) {
        return bound.map(value -> column.of("o").then(" = ").then(value));
    }

    private List<OrderFinding> read(Session session, Sql where, Instant now, int most) {
        List<Sql> list = new ArrayList<>();
        list.add(select.list(mapping.selection().sign(now)));
        list.add(Flag.of(mapping.status().isOpen("o")));
        list.add(Flag.of(mark.holds()));
        list.add(Flag.of(mapping.payment().isPaid()));
        list.add(mapping.deadline().tooOld(now).map(Flag::of).orElse(Sql.text("0")));
        list.add(mapping.selection().whereSql(now).map(Flag::of).orElse(Sql.text("1")));
        for (NamedCondition condition : mapping.selection().where()) {
            list.add(Flag.of(condition.sql()));
            list.add(condition.column().of("o"));
        }
        Sql query = Sql.text("SELECT ")
                .then(Sql.join(", ", list))
                .then(mapping.from())
                .then(" WHERE ")
                .then(where)
                .then(" AND ")
                .then(mapping.pinned())
                .then(" ORDER BY ")
                .then(mapping.id().of("o"))
                .then(" LIMIT " + most);
        return session.query(query, this::finding);
    }

    private OrderFinding finding(ResultSet row) throws SQLException {
        OrderRow order = select.read(row);
        StatusValues status = mapping.status();
        String text = order.order().status();
        int index = select.size() + 1;
        boolean open = Flag.read(row, index++);
        boolean closed = Flag.read(row, index++);
        boolean paid = Flag.read(row, index++);
        boolean tooOld = Flag.read(row, index++);
        boolean whereSql = Flag.read(row, index++);
        List<String> unmet = new ArrayList<>();
        if (!open) {
            unmet.add("status is " + text + ", not " + String.join(" or ", status.open()));
        }
        for (NamedCondition condition : mapping.selection().where()) {
            if (!Flag.read(row, index)) {
                unmet.add(condition.unmet(condition.column().canonicalText(row, index + 1)));
            }
            index += 2;
        }
        if (!whereSql) {
            unmet.add("where-sql does not hold");
        }
        never(order).ifPresent(unmet::add);
        return new OrderFinding(order.order(), open, closed, paid || status.paid(text), unmet, tooOld);
    }

    private Optional<String> never(OrderRow row) {
        return mapping.deadline()
                .never(
                        row.due()
                                .map(position ->
                                        mapping.deadline().due().orElseThrow().instant(position)),
                        row.order().createdAt(),
                        row.term());
    }
}
