package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reconciles: what was closed and is not released, released and open again, paid after the close, owed back and not refunded, or
 * closed by somebody else. Reads only, a page at a time in the order of each table's key.
 */
public final class Auditor {
    private final Database database;
    private final OwnTables tables;

    /** Of these tables. */
    public Auditor(Database database, OwnTables tables) {
        this.database = database;
        this.tables = tables;
    }

    /**
     * Every kind of fault that was met, errors first.
     *
     * @param since how far back orders are asked whether somebody else has closed them, by the time they were made
     * @throws io.github.ordertimeout.config.ConfigurationException if a rule does not fit its table
     */
    public List<Finding> audit(Settings settings, Duration since) {
        Map<String, RuleMapping> bySource = new LinkedHashMap<>();
        settings.rules().values().forEach(rule -> {
            RuleMapping mapping = database.read(session -> RuleMapper.map(rule, session, database.dialect()));
            bySource.putIfAbsent(mapping.source(), mapping);
        });
        Instant now = database.now();
        List<Finding> findings = new ArrayList<>();
        bySource.forEach((source, mapping) -> {
            Cases cases = new Cases();
            new LedgerAudit(database, tables, mapping, now).into(cases);
            new RefundAudit(database, tables, source).into(cases);
            new ElsewhereAudit(database, tables, mapping, now.minus(since)).into(cases);
            findings.addAll(cases.findings(source));
        });
        findings.sort((one, other) -> one.severity().compareTo(other.severity()));
        return List.copyOf(findings);
    }
}
