package io.github.ordertimeout.simulation;

import io.github.ordertimeout.RuleReport;

/** Whether a report accounts for every order. */
final class ReportChecks {
    private ReportChecks() {}

    static void identity(RuleReport report) {
        long fates = report.closed()
                + report.wouldClose()
                + report.skipped()
                + report.deferred()
                + report.lostRace()
                + report.busy()
                + report.failed();
        if (fates != report.scanned() || report.inconsistent() > report.skipped()) {
            throw new Violation(4, "the counts of " + report + " do not add up");
        }
    }

    /** With nobody else about: each overdue order is scanned, left for the next pass, or waits in the compensation table. */
    static void complete(String pass, RuleReport report, long overdue, long settled, long waiting) {
        identity(report);
        long accounted = report.scanned() + report.remaining() + waiting;
        boolean whole = accounted >= overdue - settled && (report.remaining() > 0 || accounted <= overdue);
        if (report.error().isEmpty() && !whole) {
            throw new Violation(
                    4,
                    pass + " accounts for " + accounted + " of " + overdue + " overdue orders, " + waiting
                            + " of them waiting in the compensation table: " + report);
        }
    }
}
