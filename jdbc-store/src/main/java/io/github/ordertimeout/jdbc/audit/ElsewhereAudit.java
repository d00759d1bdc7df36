package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.doctor.Finding.Severity;
import io.github.ordertimeout.jdbc.audit.Cases.Kind;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Orders with the closed status that the library did not close, of those made since a moment. */
record ElsewhereAudit(Database database, OwnTables tables, RuleMapping mapping, Instant since) {
    private static final int PAGE = 500;
    private static final Kind ELSEWHERE = new Kind(
            Severity.INFO,
            "closed-elsewhere",
            "have the closed status and were not closed by the library",
            "Right where customers or staff cancel orders in the application. Else another job closes orders beside this one:"
                    + " stop it before both give stock back.");

    void into(Cases cases) {
        if (mapping.status().closed().isEmpty() || mapping.deadline().created().isEmpty()) {
            return;
        }
        Optional<String> last = Optional.empty();
        List<String> page;
        do {
            Optional<String> after = last;
            page = database.read(session -> session.query(
                    closed(after), row -> String.valueOf(mapping.id().canonicalText(row, 1))));
            List<String> ids = page;
            if (!ids.isEmpty()) {
                Set<String> known = database.read(session -> closedByUs(ids, session));
                ids.stream().filter(id -> !known.contains(id)).forEach(id -> cases.add(ELSEWHERE, id));
                last = Optional.of(ids.get(ids.size() - 1));
            }
        } while (page.size() >= PAGE);
    }

    private Sql closed(Optional<String> after) {
        Sql query = Sql.text("SELECT ")
                .then(mapping.id().of("o"))
                .then(mapping.from())
                .then(" WHERE ")
                .then(mapping.status().column().of("o"))
                .then(" = ")
                .then(mapping.status().column().bind(mapping.status().closed().orElseThrow()))
                .then(" AND ")
                .then(mapping.deadline().created().orElseThrow().after("o", since))
                .then(" AND ")
                .then(mapping.pinned());
        if (after.isPresent()) {
            query = query.then(" AND ")
                    .then(mapping.id().of("o"))
                    .then(" > ")
                    .then(mapping.id().bind(after.get()));
        }
        return query.then(" ORDER BY ").then(mapping.id().of("o")).then(" LIMIT " + PAGE);
    }

    private Set<String> closedByUs(List<String> ids, Session session) {
        return new HashSet<>(session.query(
                new OwnRows(mapping).of("SELECT order_id FROM " + tables.release() + " WHERE", ids),
                row -> row.getString(1)));
    }
}
