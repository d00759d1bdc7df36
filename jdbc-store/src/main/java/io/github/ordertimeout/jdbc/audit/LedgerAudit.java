package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.doctor.Finding.Severity;
import io.github.ordertimeout.jdbc.audit.Cases.Kind;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.mapping.Flag;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Walks over the ledger of one table, a page at a time in the order of its key, beside the orders that it speaks of. */
final class LedgerAudit {
    private static final int PAGE = 500;
    private static final Kind NOT_RELEASED = new Kind(
            Severity.ERROR,
            "not-released",
            "were closed, and what they owe to another system is neither done nor waiting",
            "Somebody has deleted the compensation row. Release it by hand, then set done_at in the ledger.");
    private static final Kind RELEASED_TWICE = new Kind(
            Severity.ERROR,
            "released-twice",
            "have two ledger rows for one close and type",
            "The ledger has lost its primary key (source, order_id, close_no, type): create it again.");
    private static final Kind OPEN = new Kind(
            Severity.WARNING,
            "released-but-open",
            "were closed and released, and are open now",
            "Right where somebody opened them again and reserved their stock. Else a stale save of the whole row has undone the"
                    + " close: save changed columns only, or let on-close increment the version column.");
    private static final Kind PAID = new Kind(
            Severity.ERROR,
            "paid-after-close",
            "were closed and released, and are paid now, by no payment that the guard has seen",
            "The shop sets closed orders to paid. Let its callback go through PaymentGuard.confirm, and refund or ship these.");

    private final Database database;
    private final OwnTables tables;
    private final RuleMapping mapping;
    private final Instant now;

    LedgerAudit(Database database, OwnTables tables, RuleMapping mapping, Instant now) {
        this.database = database;
        this.tables = tables;
        this.mapping = mapping;
        this.now = now;
    }

    /** A row of the ledger. */
    private record Entry(String order, long number, String type, boolean done) {
        static Entry read(ResultSet row) throws SQLException {
            return new Entry(row.getString(1), row.getLong(2), row.getString(3), row.getObject(4) != null);
        }

        String close() {
            return order + "#" + number + "#" + type;
        }
    }

    void into(Cases cases) {
        Entry last = null;
        List<Entry> page;
        do {
            Entry after = last;
            page = database.read(session -> session.query(page(after), Entry::read));
            if (!page.isEmpty()) {
                examine(page, last, cases);
                last = page.get(page.size() - 1);
            }
        } while (page.size() >= PAGE);
    }

    /** Expanded, since MariaDB takes row values for a filter; from the last key on where the key is not unique any more. */
    private Sql page(@Nullable Entry after) {
        Sql query = Sql.text("SELECT order_id, close_no, type, done_at FROM " + tables.release() + " WHERE source = ")
                .then(Bound.text(mapping.source()));
        if (after != null) {
            query = query.then(" AND order_id >= ")
                    .then(Bound.text(after.order()))
                    .then(" AND (order_id > ")
                    .then(Bound.text(after.order()))
                    .then(" OR close_no > ")
                    .then(Bound.number(after.number()))
                    .then(" OR (close_no = ")
                    .then(Bound.number(after.number()))
                    .then(" AND type > ")
                    .then(Bound.text(after.type()))
                    .then("))");
        }
        return query.then(" ORDER BY source, order_id, close_no, type LIMIT " + PAGE);
    }

    private void examine(List<Entry> page, @Nullable Entry before, Cases cases) {
        Entry previous = before;
        Map<String, Entry> latest = new LinkedHashMap<>();
        for (Entry entry : page) {
            if (previous != null && previous.close().equals(entry.close())) {
                cases.add(RELEASED_TWICE, entry.order());
            }
            previous = entry;
            latest.put(entry.order(), entry);
        }
        List<Entry> owed = page.stream().filter(entry -> !entry.done()).toList();
        if (!owed.isEmpty()) {
            Set<String> waiting = database.read(session -> waiting(owed, session));
            owed.stream()
                    .filter(entry -> !waiting.contains(entry.close()))
                    .forEach(entry -> cases.add(NOT_RELEASED, entry.order()));
        }
        List<String> ids = List.copyOf(latest.keySet());
        Map<String, State> states = database.read(session -> states(ids, session));
        Set<String> paid = database.read(session -> paidByGuard(ids, session));
        states.forEach((id, state) -> {
            if (state.open()) {
                cases.add(OPEN, id);
            } else if (state.paid() && !paid.contains(id)) {
                cases.add(PAID, id);
            }
        });
    }

    private Set<String> waiting(List<Entry> owed, Session session) {
        List<String> ids = owed.stream().map(Entry::order).distinct().toList();
        Sql query = new OwnRows(mapping)
                .of(
                        "SELECT order_id, close_no, type FROM " + tables.compensation() + " WHERE kind = 'RELEASE' AND",
                        ids);
        return new HashSet<>(session.query(
                query, row -> new Entry(row.getString(1), row.getLong(2), row.getString(3), false).close()));
    }

    /** Of an order now; open where a close that is no status would have made {@code where} leave it out. */
    private record State(boolean paid, boolean open) {}

    private Map<String, State> states(List<String> ids, Session session) {
        List<String> known = ids.stream()
                .filter(id -> mapping.id().tryBindId(id).isPresent())
                .toList();
        Map<String, State> states = new HashMap<>();
        if (known.isEmpty()) {
            return states;
        }
        Sql query = Sql.text("SELECT ")
                .then(mapping.id().of("o"))
                .then(", ")
                .then(mapping.status().column().of("o"))
                .then(", ")
                .then(Flag.of(Sql.and(List.of(
                        mapping.status().isOpen("o"), mapping.selection().wanted(now)))))
                .then(", ")
                .then(Flag.of(mapping.payment().isPaid()))
                .then(mapping.fromById())
                .then(" WHERE ")
                .then(mapping.idIn(known))
                .then(" AND ")
                .then(mapping.pinned());
        session.query(
                        query,
                        row -> Map.entry(
                                String.valueOf(mapping.id().canonicalText(row, 1)),
                                new State(
                                        Flag.read(row, 4)
                                                || mapping.status()
                                                        .paid(Objects.requireNonNullElse(
                                                                mapping.status()
                                                                        .column()
                                                                        .canonicalText(row, 2),
                                                                "")),
                                        Flag.read(row, 3))))
                .forEach(entry -> states.put(entry.getKey(), entry.getValue()));
        return states;
    }

    private Set<String> paidByGuard(List<String> ids, Session session) {
        return new HashSet<>(session.query(
                new OwnRows(mapping)
                        .of("SELECT order_id FROM " + tables.payment() + " WHERE standing = 'PAID' AND", ids),
                row -> row.getString(1)));
    }
}
