package io.github.ordertimeout.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads one rule; what it does not say of itself, the top level says. */
final class RuleParser {
    private static final String TYPE = "(?!none$)[a-z0-9_-]{1,64}";

    private final String name;
    private final Section rule;
    private final Section top;
    private final Values values;
    private final ColumnMaps maps;
    private final Optional<PhysicalShard> shard;

    RuleParser(String name, Section rule, Section top) {
        this(name, rule, top, Optional.empty());
    }

    /** The name is the configured one, shard or not. */
    RuleParser(String name, Section rule, Section top, Optional<PhysicalShard> shard) {
        this.shard = shard;
        this.name = name;
        this.rule = rule;
        this.top = top;
        this.values = new Values(rule);
        this.maps = new ColumnMaps(rule);
    }

    Rule parse() {
        String table = values.required("table", "name the table of the orders");
        Optional<String> number = values.text("number-column");
        String id = values.required("id-column", "name the column of the order's id");
        OnClose onClose = onClose(number.isPresent());
        StatusMapping status = new StatusParser(rule).parse(rule.has("on-close"));
        checkNotSetOnClose(onClose, status.column(), "closed-status says what a close sets it to");
        checkNotSetOnClose(onClose, id, "an order keeps its id");
        PaymentMapping payment = new PaymentMappingParser(rule).parse(status, id);
        Deadline deadline = new DeadlineParser(name, rule).parse();
        ScanSettings scan = EngineParser.scan(
                overlaid("scan"), deadline.created().or(deadline::due).flatMap(TimeColumn::zone));
        warnOfLongIntervals(deadline, scan);
        return new Rule(
                shard.map(one -> PhysicalShards.ruleName(one, table)).orElse(name),
                table,
                values.text("source"),
                id,
                number,
                status,
                deadline,
                selection(),
                columns(payment, scan),
                onClose,
                values.flag("payment-check", true),
                payment,
                new InventoryParser(name, overlaid("inventory")).parse(number.isPresent()),
                scan,
                EngineParser.close(overlaid("close")),
                EngineParser.safety(overlaid("safety")),
                EngineParser.payment(overlaid("payment")),
                shard);
    }

    /** The engine comes earlier by itself; a schedule of the user's own, made after the same thought, does not. */
    private void warnOfLongIntervals(Deadline deadline, ScanSettings scan) {
        Stream.concat(deadline.timeoutsBy().stream().map(TermRule::timeout), Stream.of(deadline.timeout()))
                .flatMap(term -> term.length().stream())
                .min(Duration::compareTo)
                .filter(shortest -> deadline.created().isPresent())
                .ifPresent(shortest -> warnOfLongIntervals(shortest, scan));
    }

    private void warnOfLongIntervals(Duration shortest, ScanSettings scan) {
        if (scan.timetable().cron().isPresent()) {
            Duration gap = Timetable.Checks.longestGap(scan.timetable());
            if (gap.compareTo(shortest) > 0) {
                rule.findings()
                        .warn("Rule " + name + ": scan.cron ("
                                + scan.timetable().cron().get() + ") leaves up to "
                                + DurationText.shown(gap) + " between two passes, longer than the shortest timeout ("
                                + DurationText.shown(shortest) + "): an order may stay open for "
                                + DurationText.shown(gap.plus(shortest)));
            }
        } else if (shortest.compareTo(scan.interval()) < 0) {
            rule.findings()
                    .warn("Rule " + name + ": scan.interval (" + DurationText.shown(scan.interval())
                            + ") is longer than the shortest timeout (" + DurationText.shown(shortest)
                            + "): the engine looks every "
                            + DurationText.shown(shortest.dividedBy(2))
                            + " instead; a schedule of your own must too");
        }
    }

    private Section overlaid(String key) {
        return rule.child(key).over(top.child(key));
    }

    private Selection selection() {
        return new Selection(
                maps.conditions("where"),
                condition("where-sql"),
                maps.conditions("paid-evidence"),
                condition("paid-evidence-sql"));
    }

    private Optional<SqlTemplate> condition(String key) {
        return rule.read(key, sql -> SqlTemplateParser.parse(sql, SqlScope.CONDITION))
                .flatMap(template -> template);
    }

    private List<String> columns(PaymentMapping payment, ScanSettings scan) {
        List<String> columns = Stream.of(
                        values.list("columns").stream().map(String::strip),
                        payment.amountColumn().stream(),
                        payment.groupColumn().stream(),
                        scan.fairBy().stream())
                .flatMap(names -> names)
                .distinct()
                .toList();
        if (columns.contains("")) {
            rule.refuse("columns", "holds a blank name: name a column");
        }
        return columns;
    }

    private OnClose onClose(boolean hasNumber) {
        List<SqlTemplate> statements = new ArrayList<>();
        for (Section.Entry entry : values.statements("also-execute")) {
            statement(entry, hasNumber).ifPresent(statements::add);
        }
        return new OnClose(maps.sets("on-close"), statements, releases(hasNumber));
    }

    private Map<String, SqlTemplate> releases(boolean hasNumber) {
        Map<String, SqlTemplate> releases = new LinkedHashMap<>();
        rule.entry("releases")
                .ifPresent(map -> Section.entries(map.path(), map.tree(), rule.findings())
                        .forEach((type, tree) -> {
                            Section.Entry entry = new Section.Entry(Keys.child(map.path(), type), tree);
                            if (!type.matches(TYPE)) {
                                rule.findings()
                                        .refuse(
                                                entry.path(),
                                                "is no type: use 1 to 64 of a-z, 0-9, _ and -, and not none");
                            }
                            statement(entry, hasNumber).ifPresent(template -> releases.put(type, template));
                        }));
        return releases;
    }

    private Optional<SqlTemplate> statement(Section.Entry entry, boolean hasNumber) {
        Optional<SqlTemplate> statement = Values.textItem(entry.path(), entry.tree(), rule.findings())
                .flatMap(sql -> rule.read(entry.path(), sql, text -> SqlTemplateParser.parse(text, SqlScope.STATEMENT)))
                .flatMap(template -> template);
        statement.ifPresent(template -> checkNumber(entry.path(), template, hasNumber));
        return statement;
    }

    private void checkNumber(String path, SqlTemplate template, boolean hasNumber) {
        if (!hasNumber && template.parts().contains(new SqlTemplate.Parameter(SqlTemplate.Name.NUMBER))) {
            rule.findings()
                    .refuse(path, "uses :number, but rule " + name + " has no number-column: name it, or use :id");
        }
    }

    private void checkNotSetOnClose(OnClose onClose, String column, String reason) {
        for (Map.Entry<String, SetValue> set : onClose.set().entrySet()) {
            if (!column.isEmpty() && set.getKey().equalsIgnoreCase(column)) {
                rule.findings().refuse(Keys.child(rule.path("on-close"), set.getKey()), "must not be set: " + reason);
            }
        }
    }
}
