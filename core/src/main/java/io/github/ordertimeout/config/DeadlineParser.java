package io.github.ordertimeout.config;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads when an order's time to pay runs out. */
final class DeadlineParser {
    private final String ruleName;
    private final Section rule;
    private final Values values;

    DeadlineParser(String ruleName, Section rule) {
        this.ruleName = ruleName;
        this.rule = rule;
        this.values = new Values(rule);
    }

    Deadline parse() {
        TimeKind kind = values.choice("time-kind", TimeKind.AUTO);
        Optional<ZoneId> zone = values.zone("time-zone");
        Optional<TimeKind> createdKind = values.choice("created-time-kind", TimeKind.class);
        Optional<ZoneId> createdZone = values.zone("created-time-zone");
        Optional<TimeColumn> due = values.text("due-column").map(name -> new TimeColumn(name, kind, zone));
        Optional<TimeColumn> created = values.text("created-column")
                .map(name -> new TimeColumn(name, createdKind.orElse(kind), createdZone.or(() -> zone)));
        if (due.isEmpty() && created.isEmpty()) {
            rule.findings()
                    .refuse(rule.path("due-column") + " and " + rule.path("created-column")
                            + " are both absent: name the column of the deadline, or the one of the order's making"
                            + " together with a timeout");
        }
        List<TermRule> timeoutsBy = timeoutsBy();
        Optional<TermQuery> timeoutsFrom = timeoutsFrom();
        Term timeout = timeout(created.isPresent(), !timeoutsBy.isEmpty() || timeoutsFrom.isPresent());
        Duration grace = values.duration("grace", Duration.ZERO, Duration.ZERO, DurationText.LONGEST);
        Optional<Duration> maxAge = values.duration("max-age", Duration.ofMillis(1), DurationText.LONGEST);
        if (created.isEmpty()) {
            maxAge.ifPresent(age -> rule.refuse(
                    "max-age",
                    "is set, but an order's age is known only by created-column: name it, or take max-age out"));
            warnUnused("timeout", "created-time-kind", "created-time-zone");
        }
        return new Deadline(due, created, timeout, timeoutsBy, timeoutsFrom, grace, maxAge);
    }

    private void warnUnused(String... keys) {
        for (String key : keys) {
            if (rule.has(key)) {
                rule.findings().warn("Rule " + ruleName + ": " + key + " has no effect without created-column");
            }
        }
    }

    private Term timeout(boolean created, boolean otherTerms) {
        if (created && !rule.mentions("timeout")) {
            if (!otherTerms) {
                rule.refuse(
                        "timeout",
                        "is required with created-column: how long people may take to pay is yours to"
                                + " decide, for example 30m, or never");
            } else {
                rule.findings()
                        .warn("Rule " + ruleName
                                + ": there is no timeout: created + timeout closes nothing where no entry"
                                + " of timeouts-by matches and no row of timeouts-from is found");
            }
            return Term.NEVER;
        }
        Term term = term(rule, "timeout");
        if (created && term.isNever()) {
            warnNever(
                    rule,
                    "timeout",
                    "timeout",
                    "created + timeout closes nothing"
                            + (otherTerms ? " where timeouts-by and timeouts-from have no term" : ""));
        }
        return term;
    }

    private static Term term(Section section, String key) {
        return section.scalar(key)
                .flatMap(text -> section.read(section.path(key), text, TermText::parse))
                .orElse(Term.NEVER);
    }

    private void warnNever(Section section, String key, String shownKey, String consequence) {
        String written = section.entry(key)
                .map(entry -> entry.tree() instanceof ConfigTree.Scalar scalar
                        ? scalar.text().strip()
                        : "")
                .orElse("");
        String shown = written.equalsIgnoreCase("never") ? "" : " (" + (written.isEmpty() ? "blank" : written) + ")";
        rule.findings().warn("Rule " + ruleName + ": " + shownKey + " is never" + shown + ": " + consequence);
    }

    private List<TermRule> timeoutsBy() {
        Optional<Section.Entry> entry = rule.entry("timeouts-by");
        if (entry.isEmpty() || Section.isBlank(entry.get().tree())) {
            return List.of();
        }
        if (!(entry.get().tree() instanceof ConfigTree.Items items)) {
            rule.refuse(
                    "timeouts-by",
                    "must be a list of entries with where and timeout, not "
                            + Section.kind(entry.get().tree()));
            return List.of();
        }
        List<TermRule> rules = new ArrayList<>();
        for (int i = 0; i < items.items().size(); i++) {
            String path = Keys.item(entry.get().path(), i);
            rules.add(termRule(Section.of(path, items.items().get(i), rule.findings()), Keys.item("timeouts-by", i)));
        }
        return rules;
    }

    private Optional<TermQuery> timeoutsFrom() {
        if (!rule.has("timeouts-from")) {
            return Optional.empty();
        }
        Section from = rule.child("timeouts-from");
        Values of = new Values(from);
        String column = of.required("column", "name the order's column that finds its term");
        String query = of.required(
                "query",
                "write a SELECT of that column's values and their terms, for example SELECT id, minutes FROM shop");
        Optional<TermQuery.Unit> unit = of.choice("unit", TermQuery.Unit.class);
        if (!from.has("unit")) {
            from.refuse("unit", "is required: are the terms millis, seconds, minutes, hours or days?");
        }
        Duration refresh =
                of.duration("refresh", TermQuery.DEFAULT_REFRESH, Duration.ofMillis(1), DurationText.LONGEST);
        return unit.map(known -> new TermQuery(column, query, known, refresh));
    }

    private TermRule termRule(Section section, String shownKey) {
        Map<String, Condition> where = new ColumnMaps(section).conditions("where");
        if (!section.has("where")) {
            section.refuse("where", "is required: say which orders have this timeout, for example {order_type: 1}");
        }
        if (!section.mentions("timeout")) {
            section.refuse("timeout", "is required: write how long these orders may wait for payment, or never");
            return new TermRule(where, Term.NEVER);
        }
        Term term = term(section, "timeout");
        boolean said = section.scalar("timeout")
                .filter(text -> text.strip().equalsIgnoreCase("never"))
                .isPresent();
        if (term.isNever() && !said) {
            warnNever(section, "timeout", shownKey + ".timeout", "orders that match it never run out");
        }
        return new TermRule(where, term);
    }
}
