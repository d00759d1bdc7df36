package io.github.ordertimeout.jdbc.doctor;

import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.scan.ArmPages;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.scan.Arm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether an index serves each arm's page: what the server reads for it against what there is to read. */
record IndexExam(RuleMapping mapping, Examination examination, Instant now) {
    /** So many rows are read in no time, whatever the plan. */
    private static final long FEW = 2_000;

    /** What a page reads, and how many rows there are to read. */
    private record Page(long read, long overdue) {
        boolean isWasteful() {
            return read > FEW && read > 4 * overdue;
        }
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>();
        ArmPages pages = new ArmPages(mapping);
        for (Arm arm : pages.arms()) {
            String column = pages.timeColumn(arm);
            if (columns.contains(column)) {
                continue;
            }
            Sql query = pages.first(arm, now);
            List<String> failures = new ArrayList<>();
            Optional<Page> page = examination.ask(
                    session -> new Page(
                            new RowsRead(mapping.dialect()).of(query, session),
                            session.first(pages.count(arm, now), row -> row.getLong(1))
                                    .orElse(0L)),
                    failures::add);
            if (page.isEmpty() || page.get().isWasteful()) {
                columns.add(column);
                findings.add(finding(arm, column, page, String.join(" ", failures)));
            }
        }
        return findings;
    }

    private Finding finding(Arm arm, String column, Optional<Page> page, String failure) {
        String what = page.map(it -> "reads " + it.read() + " rows of `" + mapping.source() + "` where " + it.overdue()
                        + " are overdue")
                .orElse("has no answer within 5 seconds (" + failure + ")");
        return Finding.warning(
                "index",
                "Rule " + mapping.rule().name() + ": the scan of status " + arm.status() + " by " + column + " " + what
                        + "; no index serves it.",
                ddl(column));
    }

    /**
     * Where an index can hold the waiting orders alone it does: it stays small however long the history grows. Elsewhere the
     * status comes first, for the same reason. The id breaks ties.
     */
    private String ddl(String column) {
        Dialect dialect = mapping.dialect();
        List<String> open = mapping.status().open();
        List<String> literals = open.stream()
                .map(dialect::partialIndexLiteral)
                .flatMap(Optional::stream)
                .map(this::readable)
                .toList();
        boolean partial = literals.size() == open.size();
        String status = dialect.quote(mapping.status().column().name());
        String keys = dialect.quote(column) + ", " + dialect.quote(mapping.id().name());
        return "CREATE INDEX " + (dialect.indexesBesideWriters() ? "CONCURRENTLY " : "")
                + dialect.quote(name(column)) + " ON " + mapping.table().quoted() + " ("
                + (partial && open.size() == 1 ? keys : status + ", " + keys) + ")"
                + (partial ? " WHERE " + status + among(literals) : "");
    }

    private String readable(Sql literal) {
        String text = literal.text();
        return mapping.status().column().type().kind().isNumber() ? text.substring(1, text.length() - 1) : text;
    }

    private static String among(List<String> literals) {
        return literals.size() == 1 ? " = " + literals.get(0) : " IN (" + String.join(", ", literals) + ")";
    }

    private String name(String column) {
        String name = "order_timeout_" + mapping.rule().name().replaceAll("[^A-Za-z0-9_]", "_") + "_" + column;
        return name.substring(0, Math.min(60, name.length()));
    }
}
