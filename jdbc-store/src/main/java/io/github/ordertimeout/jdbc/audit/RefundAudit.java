package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.doctor.Finding.Severity;
import io.github.ordertimeout.jdbc.audit.Cases.Kind;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Payments that are owed back: each has a row that somebody works on. */
record RefundAudit(Database database, OwnTables tables, String source) {
    private static final int PAGE = 500;
    private static final Kind LOST = new Kind(
            Severity.ERROR,
            "refund-lost",
            "have a payment that is owed back, and no compensation row says so",
            "Somebody has deleted the row. Refund it by hand, then set standing to REFUNDED in the payment table.");
    private static final Kind DEAD = new Kind(
            Severity.ERROR,
            "refund-dead",
            "have a payment that is owed back, whose refund has failed too often",
            "`compensations list` tells the reason; `compensations retry --all --kind refund` tries them now.");

    /** A payment that is owed back, with the state of its row; null where there is none. */
    private record Owed(
            String order, String reference, @Nullable String state) {}

    void into(Cases cases) {
        Owed last = null;
        List<Owed> page;
        do {
            Sql query = page(last);
            page = database.read(session ->
                    session.query(query, row -> new Owed(row.getString(1), row.getString(2), row.getString(3))));
            for (Owed owed : page) {
                if (owed.state() == null) {
                    cases.add(LOST, owed.order());
                } else if (owed.state().equals("DEAD")) {
                    cases.add(DEAD, owed.order());
                }
                last = owed;
            }
        } while (page.size() >= PAGE);
    }

    private Sql page(@Nullable Owed after) {
        Sql query = Sql.text("SELECT p.order_id, p.reference, c.state FROM " + tables.payment() + " p LEFT JOIN "
                        + tables.compensation() + " c ON c.source = p.source AND c.order_id = p.order_id"
                        + " AND c.kind = 'REFUND' AND c.type = p.reference"
                        + " WHERE p.standing = 'REFUND_OWED' AND p.source = ")
                .then(Bound.text(source));
        if (after != null) {
            query = query.then(" AND p.order_id >= ")
                    .then(Bound.text(after.order()))
                    .then(" AND (p.order_id > ")
                    .then(Bound.text(after.order()))
                    .then(" OR p.reference > ")
                    .then(Bound.text(after.reference()))
                    .then(")");
        }
        return query.then(" ORDER BY p.source, p.order_id, p.reference LIMIT " + PAGE);
    }
}
