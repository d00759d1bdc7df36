package io.github.ordertimeout.jdbc.doctor;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.release.SqlInventoryReleaser;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.schema.TableCheck;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.time.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Examines rules against the database: what keeps them from working, makes them slow, or is probably not what was meant.
 * Changes no row; each question has five seconds.
 */
public final class Doctor {
    /** The compensation work, noting remote releases as done, and the look at the tables at the start. */
    private static final int BESIDE_CLOSING = 3;

    private final Database database;
    private final OwnTables tables;
    private final Function<Rule, RuleStore> openToRead;
    private final Consumer<Rule> openToClose;
    private final TimeSource time;

    /**
     * Takes what it looks at.
     *
     * @param openToRead opens a rule as a plan would
     * @param openToClose opens a rule as an engine would, which runs a close of no order
     */
    public Doctor(
            Database database,
            OwnTables tables,
            Function<Rule, RuleStore> openToRead,
            Consumer<Rule> openToClose,
            TimeSource time) {
        this.database = database;
        this.tables = tables;
        this.openToRead = openToRead;
        this.openToClose = openToClose;
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
        List<String> ownFaults = new TableCheck(database, tables).faults();
        findings.addAll(ownTables(ownFaults, settings.tables().autoCreate()));
        findings.addAll(server(now));
        pool(settings, poolSize, findings);
        settings.warnings().stream()
                // RuleExam knows more of it: the terms of other tables too.
                .filter(warning -> !warning.contains("scan.interval"))
                .forEach(warning -> findings.add(Finding.warning("rule", warning, "See docs/configuration.md.")));
        List<RuleMapping> mappings = new ArrayList<>();
        settings.rules().values().forEach(rule -> rule(rule, now, ownFaults.isEmpty(), mappings, findings));
        overlaps(mappings, now, findings);
        findings.sort((one, other) -> one.severity().compareTo(other.severity()));
        return List.copyOf(findings);
    }

    /** What is worth a log line at start, of rules that have just been opened: errors would have kept them from that. */
    public List<Finding> atStart(Collection<Rule> rules) {
        List<Finding> findings = new ArrayList<>();
        Instant now = database.now();
        findings.addAll(server(now));
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

    private List<Finding> server(Instant now) {
        return new ServerExam(database, new Examination(database), now).findings(time.now());
    }

    /** Where none can be used there is one reason for all of them. */
    private List<Finding> ownTables(List<String> faults, boolean autoCreate) {
        if (faults.size() < OwnTables.count()) {
            return faults.stream()
                    .map(fault -> Finding.error(
                            "own-tables", fault, "Create it with the DDL that `schema` prints, or grant the rights."))
                    .toList();
        }
        String all =
                "None of the library's own tables " + tables.prefix() + "… can be used; the first: " + faults.get(0);
        return List.of(
                autoCreate
                        ? Finding.info(
                                "own-tables",
                                all,
                                "tables.auto-create is true: an engine makes them at its start, if it may.")
                        : Finding.error(
                                "own-tables",
                                all,
                                "Create them with the DDL that `schema` prints, or grant the rights."));
    }

    private static void pool(Settings settings, OptionalInt poolSize, List<Finding> findings) {
        int needed = BESIDE_CLOSING
                + settings.rules().values().stream()
                        .mapToInt(rule -> rule.close().threads())
                        // Beside several closing threads the scan goes on.
                        .map(threads -> threads == 1 ? 1 : threads + 1)
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

    private void rule(Rule rule, Instant now, boolean canClose, List<RuleMapping> mappings, List<Finding> findings) {
        RuleStore opened;
        RuleMapping mapping;
        try {
            opened = openToRead.apply(rule);
            mapping = database.read(session -> RuleMapper.map(rule, session, database.dialect()));
        } catch (ConfigurationException e) {
            findings.addAll(errors(e));
            return;
        }
        opened.warnings()
                .forEach(warning -> findings.add(Finding.warning("rule", warning, "See docs/configuration.md.")));
        if (canClose) {
            findings.addAll(closing(rule));
        }
        mappings.add(mapping);
        Examination examination = new Examination(database);
        findings.addAll(new RuleExam(mapping, examination, now).findings());
        new TimeExam(mapping, examination, now).past().ifPresent(findings::add);
        opened.releasers().stream()
                .filter(SqlInventoryReleaser.class::isInstance)
                .map(SqlInventoryReleaser.class::cast)
                .forEach(releaser -> findings.addAll(new StockExam(mapping, releaser, examination, now).findings()));
    }

    /** What a close would be refused for: rights, and trusted SQL that the database does not understand. */
    private List<Finding> closing(Rule rule) {
        try {
            openToClose.accept(rule);
            return List.of();
        } catch (ConfigurationException e) {
            return errors(e);
        }
    }

    private static List<Finding> errors(ConfigurationException faults) {
        return faults.faults().stream()
                .map(fault -> Finding.error(
                        "configuration", fault, "Correct the rule; names and values are those of the catalog."))
                .toList();
    }

    private void overlaps(List<RuleMapping> mappings, Instant now, List<Finding> findings) {
        for (int i = 0; i < mappings.size(); i++) {
            for (RuleMapping other : mappings.subList(i + 1, mappings.size())) {
                RuleMapping one = mappings.get(i);
                if (one.source().equals(other.source()) && !one.idsAmong().equals(other.idsAmong())) {
                    findings.add(Finding.error(
                            "source",
                            "Rules " + one.rule().name() + " and "
                                    + other.rule().name() + " have the source '" + one.source()
                                    + "', but the same id means another order in each.",
                            "Set source in both, to different names: what is written of one's orders would be taken for"
                                    + " the other's."));
                } else if (one.source().equals(other.source()) && share(one, other, now)) {
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
