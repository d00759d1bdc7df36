package io.github.ordertimeout.jdbc.doctor;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One rule against its table: what it says, and what the rows say. */
final class RuleExam {
    private static final Set<String> VERSIONS = Set.of("version", "lock_version", "row_version", "optlock", "opt_lock");
    private static final int MOST_LENGTHS = 16;

    private final RuleMapping mapping;
    private final Rule rule;
    private final Examination examination;
    private final Instant now;

    RuleExam(RuleMapping mapping, Examination examination, Instant now) {
        this.mapping = mapping;
        this.rule = mapping.rule();
        this.examination = examination;
        this.now = now;
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.addAll(new TimeExam(mapping, examination, now).findings());
        interval().ifPresent(findings::add);
        lengths().ifPresent(findings::add);
        findings.addAll(versions());
        Optional<Map<String, Long>> statuses = statuses();
        matchesNothing(statuses).ifPresent(findings::add);
        statuses.ifPresent(seen -> unseen(seen).ifPresent(findings::add));
        findings.addAll(new IndexExam(mapping, examination, now).findings());
        return findings;
    }

    private String name() {
        return "Rule " + rule.name() + ": ";
    }

    private Optional<Finding> interval() {
        return mapping.deadline().termsInUse().stream()
                .flatMap(term -> term.length().stream())
                .filter(length -> !length.isZero())
                .min(Duration::compareTo)
                .filter(shortest -> rule.scan().interval().compareTo(shortest) > 0)
                .map(shortest -> Finding.warning(
                        "interval",
                        name() + "scan.interval " + rule.scan().interval() + " is longer than the shortest timeout, "
                                + shortest + ".",
                        "The engine wakes early enough by itself; an external scheduler that calls runOnce at this interval"
                                + " would close orders late. Set scan.interval below the shortest timeout."));
    }

    private Optional<Finding> lengths() {
        long lengths = mapping.deadline().termsInUse().stream()
                .flatMap(term -> term.length().stream())
                .distinct()
                .count();
        return lengths > MOST_LENGTHS
                ? Optional.of(Finding.warning(
                        "arms",
                        name() + lengths + " different timeouts are scanned as " + MOST_LENGTHS
                                + " groups; rows of a longer timeout in a group are read and left.",
                        "Where scans read too much, use fewer lengths."))
                : Optional.empty();
    }

    private List<Finding> versions() {
        return mapping.table().columns().stream()
                .filter(column -> VERSIONS.contains(column.name().toLowerCase(Locale.ROOT)))
                .filter(column -> column.type().kind().isNumber())
                .filter(column -> mapping.assignments().stream()
                        .noneMatch(set -> set.column().name().equals(column.name())))
                .map(column -> Finding.warning(
                        "version",
                        name() + "column " + column
                                + " looks like an optimistic lock, and a close leaves it as it is: a"
                                + " stale save by the application would open the order again.",
                        "Add on-close: {" + column.name() + ": increment}."))
                .toList();
    }

    /** How many rows have each status; empty where counting takes too long. */
    private Optional<Map<String, Long>> statuses() {
        TypedColumn status = mapping.status().column();
        Sql query = Sql.text("SELECT ")
                .then(status.of("o"))
                .then(", COUNT(*)")
                .then(mapping.from())
                .then(" GROUP BY ")
                .then(status.of("o"));
        return examination.ask(session -> {
            Map<String, Long> counts = new LinkedHashMap<>();
            session.query(
                            query,
                            row -> Map.entry(
                                    Objects.requireNonNullElse(status.canonicalText(row, 1), "null"), row.getLong(2)))
                    .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
            return counts;
        });
    }

    private Optional<Finding> matchesNothing(Optional<Map<String, Long>> statuses) {
        Sql any = Sql.text("SELECT 1")
                .then(mapping.from())
                .then(" WHERE ")
                .then(Sql.and(List.of(
                        mapping.status().isOpen("o"), mapping.selection().wanted(now))))
                .then(" LIMIT 1");
        boolean none = examination
                .ask(session -> session.first(any, row -> true).isEmpty())
                .orElse(false);
        if (!none || statuses.filter(Map::isEmpty).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(Finding.warning(
                "matches-nothing",
                name() + "no row of `" + mapping.source() + "` has status "
                        + mapping.status().open()
                        + " and meets `where`; rows by status: "
                        + statuses.map(Map::toString).orElse("too many to count") + ".",
                "Right where no order is waiting for payment now; else open-status or where is wrong."));
    }

    private Optional<Finding> unseen(Map<String, Long> seen) {
        if (seen.isEmpty()) {
            return Optional.empty();
        }
        List<String> missing = Stream.of(
                        mapping.status().open().stream(),
                        mapping.status().closed().stream(),
                        mapping.status().paid().stream())
                .flatMap(values -> values)
                .filter(value -> seen.keySet().stream()
                        .noneMatch(status -> mapping.status().column().same(value, status)))
                .toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(Finding.info(
                        "unseen-status",
                        name() + "no row has status " + String.join(", ", missing) + " yet; rows by status: " + seen
                                + ".",
                        "Compare open-status, closed-status and paid-status with what the application writes."));
    }
}
