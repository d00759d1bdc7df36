package io.github.ordertimeout.jdbc.testdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.List;

/** How PostgreSQL has run a statement. */
public record Plan(List<String> lines) {
    /** Runs it. */
    public static Plan of(TestDatabase db, Sql query) {
        return new Plan(db.database()
                .read(session ->
                        session.query(Sql.text("EXPLAIN (ANALYZE, COSTS OFF) ").then(query), row -> row.getString(1))));
    }

    /** Every row was reached by the order's own key; nothing was walked through. */
    public void assertKeyByKey() {
        assertThat(lines)
                .filteredOn(line -> line.contains("Index Cond"))
                .isNotEmpty()
                .allMatch(line -> line.contains("source") && line.contains("order_id"));
        assertThat(lines).noneMatch(line -> line.contains("Seq Scan") || line.contains("Bitmap"));
    }
}
