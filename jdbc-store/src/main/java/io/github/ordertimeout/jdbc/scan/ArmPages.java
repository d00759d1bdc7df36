package io.github.ordertimeout.jdbc.scan;

import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.ScanRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The statements of a scan, for whoever wants to know what they cost. */
public final class ArmPages {
    private final RuleMapping mapping;
    private final PageSql sql;

    /** Of this rule. */
    public ArmPages(RuleMapping mapping) {
        this.mapping = mapping;
        this.sql = new PageSql(mapping, new OrderSelect(mapping));
    }

    /** The arms that a full pass scans. */
    public List<Arm> arms() {
        return mapping.deadline().arms(mapping.rule(), mapping.status().open());
    }

    /** The column whose range an arm scans. */
    public String timeColumn(Arm arm) {
        return mapping.deadline().column(arm).column().name();
    }

    /** The first page of a full pass. */
    public Sql first(Arm arm, Instant now) {
        return sql.page(whole(arm, now));
    }

    /** How many orders a full pass meets in this arm. */
    public Sql count(Arm arm, Instant now) {
        return sql.count(whole(arm, now));
    }

    private ScanRequest whole(Arm arm, Instant now) {
        return new ScanRequest(
                arm,
                now,
                Optional.empty(),
                Optional.empty(),
                mapping.rule().scan().batchSize());
    }
}
