package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.StatusMapping;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.JdbiException;

/** Brings configured statuses to canonical text; looks up those that are queries, once. */
final class StatusMapper {
    private static final String QUERY = "sql:";

    private final TypedColumn column;
    private final Session session;
    private final Faults faults;

    StatusMapper(TypedColumn column, Session session, Faults faults) {
        this.column = column;
        this.session = session;
        this.faults = faults;
    }

    StatusValues map(StatusMapping status) {
        List<String> open = all("open-status", status.open());
        List<String> paid = all("paid-status", status.paid());
        Optional<String> closed = Optional.empty();
        if (status.closed().isPresent()) {
            List<String> found = all("closed-status", List.of(status.closed().get()));
            if (found.size() > 1) {
                faults.add("closed-status", "the query returns " + found.size() + " values; a close sets exactly one");
            }
            closed = found.stream().findFirst();
        }
        return new StatusValues(column, open, closed, paid);
    }

    private List<String> all(String key, List<String> values) {
        List<String> canonical = new ArrayList<>();
        for (String value : values) {
            faults.attempt(
                            key,
                            () -> value.startsWith(QUERY)
                                    ? lookedUp(value.substring(QUERY.length()))
                                    : List.of(column.canonical(value)))
                    .ifPresent(canonical::addAll);
        }
        return canonical.stream().distinct().toList();
    }

    private List<String> lookedUp(String query) {
        List<Optional<String>> rows;
        try {
            rows = session.query(Sql.text(query), row -> Optional.ofNullable(column.canonicalText(row, 1)));
        } catch (JdbiException e) {
            throw new CatalogFault("the query '" + query + "' fails: "
                    + FailureClassifier.classify(e).getMessage());
        }
        List<String> found = rows.stream().flatMap(Optional::stream).toList();
        if (found.isEmpty()) {
            throw new CatalogFault("the query '" + query + "' returns no value; it must return the statuses meant");
        }
        return found;
    }
}
