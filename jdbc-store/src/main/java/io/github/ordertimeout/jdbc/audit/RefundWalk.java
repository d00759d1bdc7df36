package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.InLists;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Goes over the payments that are owed back: each has a row that somebody works on. */
final class RefundWalk implements Walk {
    private static final Duration LONG = Duration.ofDays(1);

    private final AuditedTable table;
    private final Instant now;
    private final int pageSize;

    RefundWalk(AuditedTable table, Instant now, int pageSize) {
        this.table = table;
        this.now = now;
        this.pageSize = pageSize;
    }

    /** A payment that is owed back, with the state of its row; null where there is none. */
    private record Owed(
            String order,
            String reference,
            Instant seenAt,
            @Nullable String state) {}

    @Override
    public String name() {
        return "refunds";
    }

    @Override
    public Step after(List<String> key) {
        Sql query = page(key);
        List<Owed> page = withRowsOfGroups(table.database().read(session -> session.query(query, this::owed)));
        List<Owed> wrong = page.stream().filter(owed -> kind(owed).isPresent()).toList();
        Map<String, String> numbers =
                table.numbers(wrong.stream().map(Owed::order).distinct().toList());
        List<AuditFault> faults = new ArrayList<>();
        wrong.forEach(owed -> faults.add(new AuditFault(
                kind(owed).orElseThrow(),
                table.key(owed.order()),
                Optional.ofNullable(numbers.get(owed.order())),
                "payment " + owed.reference())));
        Optional<List<String>> last = page.size() < pageSize
                ? Optional.empty()
                : Optional.of(List.of(
                        page.get(page.size() - 1).order(),
                        page.get(page.size() - 1).reference()));
        return new Step(faults, page.size(), last);
    }

    /** Orders that were paid together are refunded together: the row stands under one of them. */
    private List<Owed> withRowsOfGroups(List<Owed> page) {
        List<String> references = page.stream()
                .filter(owed -> owed.state() == null)
                .map(Owed::reference)
                .distinct()
                .toList();
        if (references.isEmpty()
                || table.rules().values().stream()
                        .noneMatch(rule -> rule.payment().group().isPresent())) {
            return page;
        }
        Sql query = Sql.text("SELECT type, state FROM " + table.own().compensation()
                        + " WHERE kind = 'REFUND' AND source = ")
                .then(Bound.text(table.source()))
                .then(" AND ")
                .then(InLists.of("type", references, table.database().dialect().largestInList()));
        Map<String, String> states = new HashMap<>();
        table.database()
                .read(session -> session.query(query, row -> Map.entry(row.getString(1), row.getString(2))))
                .forEach(entry -> states.put(entry.getKey(), entry.getValue()));
        return page.stream()
                .map(owed -> owed.state() != null
                        ? owed
                        : new Owed(owed.order(), owed.reference(), owed.seenAt(), states.get(owed.reference())))
                .toList();
    }

    private Owed owed(ResultSet row) throws SQLException {
        return new Owed(
                row.getString(1), row.getString(2), table.database().dialect().readInstant(row, 3), row.getString(4));
    }

    private Optional<FaultKind> kind(Owed owed) {
        if (owed.state() == null) {
            return Optional.of(FaultKind.REFUND_LOST);
        }
        if (owed.state().equals("DEAD")) {
            return Optional.of(FaultKind.REFUND_DEAD);
        }
        return owed.seenAt().isBefore(now.minus(LONG)) ? Optional.of(FaultKind.REFUND_WAITING) : Optional.empty();
    }

    /** Expanded, since MariaDB takes row values for a filter. */
    private Sql page(List<String> after) {
        Sql query = Sql.text("SELECT p.order_id, p.reference, p.seen_at, c.state FROM "
                        + table.own().payment() + " p LEFT JOIN " + table.own().compensation()
                        + " c ON c.source = p.source AND c.order_id = p.order_id"
                        + " AND c.kind = 'REFUND' AND c.type = p.reference"
                        + " WHERE p.standing = 'REFUND_OWED' AND p.source = ")
                .then(Bound.text(table.source()));
        if (!after.isEmpty()) {
            query = query.then(" AND p.order_id >= ")
                    .then(Bound.text(after.get(0)))
                    .then(" AND (p.order_id > ")
                    .then(Bound.text(after.get(0)))
                    .then(" OR p.reference > ")
                    .then(Bound.text(after.get(1)))
                    .then(")");
        }
        return query.then(" ORDER BY p.source, p.order_id, p.reference LIMIT " + pageSize);
    }
}
