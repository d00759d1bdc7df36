package io.github.ordertimeout.jdbc.doctor;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.schema.TableCheck;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Examines rules against the database: what keeps them from working, makes them slow, or is probably not what was meant. Reads
 * only; each question has five seconds.
 */
public final class Doctor {
    private static final Duration CLOCKS_APART = Duration.ofSeconds(30);
    private static final int BESIDE_CLOSING = 2;

    private final Database database;
    private final OwnTables tables;
    private final Function<Rule, RuleStore> open;
    private final TimeSource time;

    /**
     * Takes what it looks at.
     *
     * @param open opens a rule as an engine would, without writing anything
     */
    public Doctor(Database database, OwnTables tables, Function<Rule, RuleStore> open, TimeSource time) {
        this.database = database;
        this.tables = tables;
        this.open = open;
        this.time = time;
    }

    /**
     * Every finding, errors first.
     *
     * @param poolSize connections that the application's pool has at most; empty where nobody knows
     */
    public List<Finding> examine(Settings settings, OptionalInt poolSize) {
        List<Finding> findings = new ArrayList<>();
        Instant now = database.now();
        new TableCheck(database, tables)
                .faults()
                .forEach(fault -> findings.add(Finding.error(
                        "own-tables", fault, "Create it with the DDL that `schema` prints, or grant the rights.")));
        server(now, findings);
        pool(settings, poolSize, findings);
        List<RuleMapping> mappings = new ArrayList<>();
        settings.rules().values().forEach(rule -> rule(rule, now, mappings, findings));
        overlaps(mappings, now, findings);
        findings.sort((one, other) -> one.severity().compareTo(other.severity()));
        return List.copyOf(findings);
    }

    /** What is worth a log line at start, of rules that have just been opened: errors would have kept them from that. */
    public List<Finding> atStart(Collection<Rule> rules) {
        List<Finding> findings = new ArrayList<>();
        Instant now = database.now();
        server(now, findings);
        List<RuleMapping> mappings = new ArrayList<>();
        for (Rule rule : rules) {
            RuleMapping mapping = database.read(session -> RuleMapper.map(rule, session, database.dialect()));
            mappings.add(mapping);
            findings.addAll(new RuleExam(mapping, new Examination(database), now).findings());
        }
        overlaps(mappings, now, findings);
        findings.removeIf(finding -> finding.severity() == Finding.Severity.INFO);
        return List.copyOf(findings);
    }

    private void server(Instant now, List<Finding> findings) {
        Duration apart = Duration.between(now, time.now()).abs();
        if (apart.compareTo(CLOCKS_APART) > 0) {
            findings.add(
                    Finding.warning(
                            "clock",
                            "This machine's clock and the database's are " + apart.toSeconds() + " s apart (database "
                                    + now + ").",
                            "Orders close by the database's clock; set the wrong one, since the application writes times by its own."));
        }
        if (!database.dialect().skipLocked()) {
            findings.add(Finding.warning(
                    "skip-locked",
                    "This server cannot leave out locked rows (SKIP LOCKED): a locked order holds its batch up for"
                            + " close.lock-timeout.",
                    "Use MySQL 8.0, MariaDB 10.6, PostgreSQL 12 or newer where that matters."));
        }
    }

    private static void pool(Settings settings, OptionalInt poolSize, List<Finding> findings) {
        int needed = BESIDE_CLOSING
                + settings.rules().values().stream()
                        .mapToInt(rule -> rule.close().threads())
                        .sum();
        if (poolSize.isPresent() && poolSize.getAsInt() < needed) {
            findings.add(
                    Finding.warning(
                            "pool",
                            "The pool has " + poolSize.getAsInt()
                                    + " connections; the rules' close.threads and the loops may use " + needed
                                    + " at once.",
                            "Enlarge the pool, or set close.threads lower: the application's own requests need connections too."));
        }
    }

    private void rule(Rule rule, Instant now, List<RuleMapping> mappings, List<Finding> findings) {
        RuleMapping mapping;
        try {
            open.apply(rule)
                    .warnings()
                    .forEach(warning -> findings.add(Finding.warning("rule", warning, "See docs/configuration.md.")));
            mapping = database.read(session -> RuleMapper.map(rule, session, database.dialect()));
        } catch (ConfigurationException e) {
            e.faults()
                    .forEach(fault -> findings.add(Finding.error(
                            "configuration", fault, "Correct the rule; names and values are those of the catalog.")));
            return;
        }
        mappings.add(mapping);
        findings.addAll(new RuleExam(mapping, new Examination(database), now).findings());
    }

    private void overlaps(List<RuleMapping> mappings, Instant now, List<Finding> findings) {
        for (int i = 0; i < mappings.size(); i++) {
            for (RuleMapping other : mappings.subList(i + 1, mappings.size())) {
                RuleMapping one = mappings.get(i);
                if (one.source().equals(other.source()) && share(one, other, now)) {
                    findings.add(Finding.warning(
                            "overlap",
                            "Rules " + one.rule().name() + " and "
                                    + other.rule().name() + " both match orders of `" + one.source() + "`.",
                            "The one whose time runs out first closes such an order. Keep them apart by where."));
                }
            }
        }
    }

    private boolean share(RuleMapping one, RuleMapping other, Instant now) {
        Sql any = Sql.text("SELECT 1")
                .then(one.from())
                .then(" WHERE ")
                .then(Sql.and(List.of(
                        one.status().isOpen("o"),
                        other.status().isOpen("o"),
                        one.selection().wanted(now),
                        other.selection().wanted(now))))
                .then(" LIMIT 1");
        return new Examination(database)
                .ask(session -> session.first(any, row -> true).isPresent())
                .orElse(false);
    }
}
