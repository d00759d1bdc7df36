package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Goes over the ledger of one table beside the orders that it speaks of. An order is judged once, with all of its rows at hand:
 * what a page has of its last order only in part is left to the next page.
 */
final class LedgerWalk implements Walk {
    private final AuditedTable table;
    private final Instant now;
    private final int pageSize;

    LedgerWalk(AuditedTable table, Instant now, int pageSize) {
        this.table = table;
        this.now = now;
        this.pageSize = pageSize;
    }

    /** A row of the ledger. */
    private record Entry(
            String order,
            long number,
            String type,
            String rule,
            boolean done,
            @Nullable String note) {
        static Entry read(ResultSet row) throws SQLException {
            return new Entry(
                    row.getString(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getString(4),
                    row.getObject(5) != null,
                    row.getString(6));
        }

        String work() {
            return work(order, number, type);
        }

        static String work(String order, long number, String type) {
            return number + "#" + type + "#" + order;
        }

        String told() {
            return type + " of close " + number;
        }
    }

    @Override
    public String name() {
        return "ledger";
    }

    @Override
    public Step after(List<String> key) {
        Sql behind = key.isEmpty() ? Sql.EMPTY : Sql.text(" AND order_id > ").then(Bound.text(key.get(0)));
        List<Entry> read = entries(behind, " LIMIT " + (pageSize + 1));
        if (read.size() <= pageSize) {
            return new Step(faults(read), read.size(), Optional.empty());
        }
        String cutOff = read.get(read.size() - 1).order();
        List<Entry> whole =
                read.stream().filter(entry -> !entry.order().equals(cutOff)).toList();
        if (whole.isEmpty()) {
            whole = entries(Sql.text(" AND order_id = ").then(Bound.text(cutOff)), "");
        }
        String last = whole.isEmpty() ? cutOff : whole.get(whole.size() - 1).order();
        return new Step(faults(whole), whole.size(), Optional.of(List.of(last)));
    }

    private List<Entry> entries(Sql which, String limit) {
        Sql query = Sql.text("SELECT order_id, close_no, type, rule, done_at, note FROM "
                        + table.own().release() + " WHERE source = ")
                .then(Bound.text(table.source()))
                .then(which)
                .then(" ORDER BY source, order_id, close_no, type" + limit);
        return table.database().read(session -> session.query(query, Entry::read));
    }

    private List<AuditFault> faults(List<Entry> entries) {
        Map<String, List<Entry>> byOrder =
                entries.stream().collect(Collectors.groupingBy(Entry::order, LinkedHashMap::new, Collectors.toList()));
        Set<String> lost = lost(entries);
        Map<String, State> states = states(byOrder);
        Set<String> paidByGuard = table.among(
                "SELECT order_id FROM " + table.own().payment() + " WHERE standing = 'PAID' AND",
                byOrder.keySet().stream()
                        .filter(id -> states.getOrDefault(id, State.GONE).paid())
                        .toList());
        List<AuditFault> faults = new ArrayList<>();
        byOrder.forEach((id, rows) -> {
            State state = states.getOrDefault(id, State.GONE);
            ofRows(rows, lost).forEach((kind, detail) -> faults.add(fault(kind, id, state, detail)));
            if (state.open()) {
                faults.add(fault(FaultKind.RELEASED_BUT_OPEN, id, state, ""));
            } else if (state.paid() && !paidByGuard.contains(id)) {
                faults.add(fault(FaultKind.PAID_AFTER_CLOSE, id, state, ""));
            }
        });
        return faults;
    }

    private AuditFault fault(FaultKind kind, String id, State state, String detail) {
        return new AuditFault(kind, table.key(id), state.number(), detail);
    }

    /** What the ledger's rows of one order say by themselves, with what is known of it. */
    private static Map<FaultKind, String> ofRows(List<Entry> rows, Set<String> lost) {
        Map<FaultKind, String> faults = new LinkedHashMap<>();
        told(rows.stream().filter(row -> lost.contains(row.work())).toList())
                .ifPresent(detail -> faults.put(FaultKind.NOT_RELEASED, detail));
        Set<String> seen = new HashSet<>();
        told(rows.stream().filter(row -> !seen.add(row.work())).toList())
                .ifPresent(detail -> faults.put(FaultKind.RELEASED_TWICE, detail));
        List<Entry> releases =
                rows.stream().filter(row -> !row.type().equals("none")).toList();
        releases.stream()
                .mapToLong(Entry::number)
                .filter(number -> number > 1)
                .max()
                .ifPresent(number -> faults.put(FaultKind.RELEASED_AGAIN, number + " times"));
        Optional.of(releases.stream()
                        .filter(row -> row.note() != null)
                        .map(row -> row.told() + ": " + row.note())
                        .collect(Collectors.joining("; ")))
                .filter(detail -> !detail.isEmpty())
                .ifPresent(detail -> faults.put(FaultKind.RELEASED_IN_PART, detail));
        return faults;
    }

    private static Optional<String> told(List<Entry> rows) {
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(rows.stream().map(Entry::told).distinct().collect(Collectors.joining(", ")));
    }

    /**
     * What is owed, while nobody is to do it. The ledger is asked once more at the end: what a page saw as owed may have been
     * done, and its row deleted, by the time that the compensation table was asked.
     */
    private Set<String> lost(List<Entry> entries) {
        Set<String> suspects = entries.stream()
                .filter(entry -> !entry.done())
                .map(Entry::work)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        List<String> ids = entries.stream()
                .filter(entry -> !entry.done())
                .map(Entry::order)
                .distinct()
                .toList();
        if (ids.isEmpty()) {
            return suspects;
        }
        suspects.removeAll(works(table.own(
                "SELECT order_id, close_no, type FROM " + table.own().compensation() + " WHERE kind = 'RELEASE' AND",
                ids)));
        if (!suspects.isEmpty()) {
            suspects.retainAll(works(table.own(
                    "SELECT order_id, close_no, type FROM " + table.own().release() + " WHERE done_at IS NULL AND",
                    ids)));
        }
        return suspects;
    }

    private Set<String> works(Sql query) {
        return new HashSet<>(table.database()
                .read(session ->
                        session.query(query, row -> Entry.work(row.getString(1), row.getLong(2), row.getString(3)))));
    }

    /** Each order as the rule sees it that closed it last: what is closed for one rule may be the beginning for another. */
    private Map<String, State> states(Map<String, List<Entry>> byOrder) {
        Map<String, List<String>> byRule = new LinkedHashMap<>();
        byOrder.forEach((id, rows) -> byRule.computeIfAbsent(
                        rows.get(rows.size() - 1).rule(), rule -> new ArrayList<>())
                .add(id));
        Map<String, State> states = new HashMap<>();
        byRule.forEach((rule, ids) -> table.rule(rule)
                .forEach(mapping -> states(mapping, ids).forEach((id, state) -> states.merge(id, state, State::or))));
        return states;
    }

    private Map<String, State> states(RuleMapping rule, List<String> ids) {
        return table.rows(rule, ids, State.columns(rule, now), row -> State.read(rule, row));
    }
}
