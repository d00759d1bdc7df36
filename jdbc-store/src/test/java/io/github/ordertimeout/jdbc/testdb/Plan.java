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

    /** Every row was reached by the order's own key, but for one look at the first of a source; nothing was walked through. */
    public void assertKeyByKey() {
        List<String> conditions =
                lines.stream().filter(line -> line.contains("Index Cond")).toList();
        assertThat(conditions).anyMatch(Plan::isOfOneKey);
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).contains("Index Cond") && !isOfOneKey(lines.get(i))) {
                assertThat(lines.get(i - 1)).matches(".*rows=[01](\\.0+)? loops=1\\)");
            }
        }
        assertThat(lines).noneMatch(line -> line.contains("Seq Scan") || line.contains("Bitmap"));
    }

    private static boolean isOfOneKey(String condition) {
        return condition.contains("source") && condition.contains("order_id");
    }
}
