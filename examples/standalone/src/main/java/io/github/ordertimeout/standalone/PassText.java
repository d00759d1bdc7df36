package io.github.ordertimeout.standalone;

import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.standalone.terminal.Formats;
import io.github.ordertimeout.standalone.terminal.TextTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A pass for people: one line per rule, the reasons below. */
final class PassText {
    private PassText() {}

    static List<String> of(PassReport report, boolean dryRun) {
        boolean plans = dryRun || report.rules().values().stream().anyMatch(rule -> rule.wouldClose() > 0);
        List<String> lines = new ArrayList<>(table(report, plans));
        report.rules().forEach((name, rule) -> {
            if (!rule.reasons().isEmpty()) {
                lines.add("Reasons of " + name + ": " + reasons(rule));
            }
        });
        report.rules().forEach((name, rule) -> lines.addAll(first(name, rule)));
        lines.add("Compensation: " + Formats.count(report.compensation().pending()) + " pending, "
                + Formats.count(report.compensation().dead()) + " dead" + oldest(report) + ". Took "
                + Formats.duration(report.duration()) + ".");
        return lines;
    }

    private static String oldest(PassReport report) {
        Duration oldest = report.compensation().oldestDue();
        return oldest.isZero() ? "" : ", the oldest due for " + Formats.duration(oldest);
    }

    private static List<String> table(PassReport report, boolean plans) {
        TextTable table = new TextTable(
                "rule",
                "scanned",
                plans ? "would close" : "closed",
                "skipped",
                "deferred",
                "lost race",
                "busy",
                "failed",
                "inconsistent",
                "too old",
                "remaining",
                "oldest overdue");
        report.rules()
                .forEach((name, rule) -> table.row(List.of(
                        name,
                        Formats.count(rule.scanned()),
                        Formats.count(plans ? rule.wouldClose() : rule.closed()),
                        Formats.count(rule.skipped()),
                        Formats.count(rule.deferred()),
                        Formats.count(rule.lostRace()),
                        Formats.count(rule.busy()),
                        Formats.count(rule.failed()),
                        Formats.count(rule.inconsistent()),
                        Formats.count(rule.tooOld()),
                        Formats.count(rule.remaining()),
                        rule.oldestOverdue().isZero() ? "-" : Formats.duration(rule.oldestOverdue()))));
        return table.lines();
    }

    static String reasons(RuleReport rule) {
        return rule.reasons().entrySet().stream()
                .map(reason -> reason.getKey() + " " + Formats.count(reason.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static List<String> first(String name, RuleReport rule) {
        List<String> lines = new ArrayList<>();
        if (!rule.firstOpen().isEmpty()) {
            lines.add("First orders of " + name + ":");
            rule.firstOpen().stream()
                    .sorted(Comparator.comparing(order -> order.dueAt().orElse(Instant.MAX)))
                    .forEach(order -> lines.add("  " + order.displayName() + "  due " + due(order)));
        }
        if (!rule.firstInconsistent().isEmpty()) {
            lines.add("Inconsistent orders of " + name + ", open but with signs of a payment, so never closed:");
            rule.firstInconsistent()
                    .forEach(order -> lines.add("  " + order.displayName() + "  due " + due(order) + "  "
                            + order.paidSign().orElse("a payment")));
        }
        if (rule.releasedInPart() > 0) {
            lines.add("Closed by " + name + ", but not given back in full: " + Formats.count(rule.releasedInPart())
                    + ":");
            rule.firstInPart().forEach(order -> lines.add("  " + order));
        }
        return lines;
    }

    private static String due(OrderSnapshot order) {
        return order.dueAt().map(Instant::toString).orElse("-");
    }
}
