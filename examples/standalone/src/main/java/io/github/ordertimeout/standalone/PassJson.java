package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.RuleReport;

/** A pass as JSON; names and order are fixed. */
final class PassJson {
    private PassJson() {}

    static ObjectNode of(PassReport report, boolean dryRun) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode rules = json.putObject("rules");
        report.rules().forEach((name, rule) -> rules.set(name, rule(rule, dryRun)));
        json.putObject("compensation")
                .put("pending", report.compensation().pending())
                .put("dead", report.compensation().dead());
        return json.put("durationMillis", report.duration().toMillis());
    }

    private static ObjectNode rule(RuleReport rule, boolean dryRun) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("scanned", rule.scanned())
                .put("closed", rule.closed());
        if (dryRun || rule.wouldClose() > 0) {
            json.put("wouldClose", rule.wouldClose());
        }
        json.put("skipped", rule.skipped())
                .put("deferred", rule.deferred())
                .put("lostRace", rule.lostRace())
                .put("busy", rule.busy())
                .put("failed", rule.failed())
                .put("inconsistent", rule.inconsistent())
                .put("stuck", rule.stuck())
                .put("tooOld", rule.tooOld())
                .put("remaining", rule.remaining())
                .put("braked", rule.braked())
                .put("oldestOverdueSeconds", rule.oldestOverdue().toSeconds());
        ObjectNode reasons = json.putObject("reasons");
        rule.reasons().forEach(reasons::put);
        return json;
    }
}
