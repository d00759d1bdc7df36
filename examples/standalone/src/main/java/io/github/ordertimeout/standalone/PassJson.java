package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;

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
        if (rule.releasedInPart() > 0) {
            json.put("releasedInPart", rule.releasedInPart());
        }
        if (dryRun && !rule.firstInconsistent().isEmpty()) {
            ArrayNode orders = json.putArray("inconsistentOrders");
            rule.firstInconsistent().forEach(order -> inconsistent(order, orders.addObject()));
        }
        return json;
    }

    private static void inconsistent(OrderSnapshot order, ObjectNode json) {
        json.put("id", order.id())
                .put("number", order.number().orElse(null))
                .put("dueAt", order.dueAt().map(Instant::toString).orElse(null))
                .put("why", order.paidSign().orElse("a payment"));
    }
}
