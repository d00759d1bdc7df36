package io.github.ordertimeout.spring.observe;

import io.github.ordertimeout.EngineHealth;
import io.github.ordertimeout.EngineStatus;
import io.github.ordertimeout.Explanation;
import io.github.ordertimeout.PassRecord;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.RuleStatus;
import io.github.ordertimeout.ShardReport;
import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.settle.CompensationRow;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is shown, as maps of texts and numbers: every Jackson of every Boot line writes those alike. */
final class StatusText {
    private StatusText() {}

    static Map<String, Object> health(EngineHealth health, EngineStatus status) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("engine", text(status.state()));
        if (!health.isUp()) {
            shown.put(
                    "problems",
                    health.ailments().stream()
                            .map(EngineHealth.Ailment::sentence)
                            .toList());
        }
        Map<String, Object> rules = new LinkedHashMap<>();
        status.rules().forEach((name, rule) -> rules.put(name, brief(rule)));
        shown.put("rules", rules);
        shown.put("compensation", counts(status.compensation().counts()));
        return shown;
    }

    private static Map<String, Object> brief(RuleStatus rule) {
        Map<String, Object> shown = new LinkedHashMap<>();
        rule.lastPass().ifPresent(pass -> shown.put("lastPass", text(pass.outcome()) + " at " + pass.endedAt()));
        rule.heldBy().ifPresent(why -> shown.put("heldBy", why));
        shown.put("backlog", rule.remaining());
        shown.put("oldestOverdueSeconds", seconds(rule.oldestOverdue()));
        return shown;
    }

    static Map<String, Object> engine(EngineHealth health, EngineStatus status) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("at", status.at().toString());
        shown.put("state", text(status.state()));
        shown.put("healthy", health.isUp());
        shown.put(
                "problems", health.ailments().stream().map(StatusText::problem).toList());
        shown.put("rules", rules(status));
        shown.put("compensation", counts(status.compensation().counts()));
        return shown;
    }

    private static Map<String, Object> problem(EngineHealth.Ailment ailment) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("kind", text(ailment.kind()));
        ailment.rule().ifPresent(rule -> shown.put("rule", rule));
        shown.put("problem", ailment.sentence());
        return shown;
    }

    static Map<String, Object> rules(EngineStatus status) {
        Map<String, Object> shown = new LinkedHashMap<>();
        status.rules().forEach((name, rule) -> shown.put(name, rule(rule)));
        return shown;
    }

    static Map<String, Object> rule(RuleStatus rule) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("source", rule.source());
        shown.put("dryRun", rule.dryRun());
        shown.put("thread", text(rule.loop()));
        put(shown, "runningForSeconds", rule.runningFor().map(StatusText::seconds));
        put(shown, "nextPassAt", rule.next().map(Instant::toString));
        put(shown, "lastFinishedAt", rule.lastFinished().map(Instant::toString));
        rule.lastFailure().ifPresent(failure -> {
            shown.put("lastFailureAt", failure.at().toString());
            shown.put("lastFailure", failure.reason());
        });
        shown.put("failedInARow", rule.failedInARow());
        shown.put("idleInARow", rule.idleInARow());
        put(shown, "heldBy", rule.heldBy());
        shown.put("oldestOverdueSeconds", seconds(rule.oldestOverdue()));
        shown.put("oldestClosableSeconds", seconds(rule.oldestClosable()));
        shown.put("backlog", rule.remaining());
        shown.put("stuck", rule.stuck());
        shown.put("inconsistent", rule.inconsistent());
        shown.put("tooOld", rule.tooOld());
        return shown;
    }

    static List<Map<String, Object>> passes(RuleStatus rule) {
        return rule.passes().stream().map(StatusText::pass).toList();
    }

    private static Map<String, Object> pass(PassRecord pass) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("endedAt", pass.endedAt().toString());
        shown.put("full", pass.full());
        shown.put("outcome", text(pass.outcome()));
        shown.putAll(report(pass.report()));
        return shown;
    }

    /** With the names that the runner's JSON has. */
    static Map<String, Object> report(RuleReport report) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("scanned", report.scanned());
        shown.put("closed", report.closed());
        shown.put("wouldClose", report.wouldClose());
        shown.put("skipped", report.skipped());
        shown.put("deferred", report.deferred());
        shown.put("lostRace", report.lostRace());
        shown.put("busy", report.busy());
        shown.put("failed", report.failed());
        shown.put("inconsistent", report.inconsistent());
        shown.put("stuck", report.stuck());
        shown.put("tooOld", report.tooOld());
        shown.put("remaining", report.remaining());
        shown.put("braked", report.braked());
        shown.put("oldestOverdueSeconds", seconds(report.oldestOverdue()));
        shown.put("reasons", report.reasons());
        put(shown, "error", report.error());
        shown.put("durationMillis", report.duration().toMillis());
        if (!report.shards().isEmpty()) {
            shown.put("shards", report.shards().stream().map(StatusText::shard).toList());
        }
        return shown;
    }

    private static Map<String, Object> shard(ShardReport shard) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("shard", shard.shard().toString());
        shown.put("full", shard.full());
        shown.put("outcome", text(shard.outcome()));
        shown.put("scanned", shard.scanned());
        shown.put("closed", shard.closed());
        shown.put("remaining", shard.remaining());
        put(shown, "error", shard.error());
        shown.put("durationMillis", shard.duration().toMillis());
        return shown;
    }

    static Map<String, Object> counts(CompensationCounts counts) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("pending", counts.pending());
        shown.put("dead", counts.dead());
        shown.put("oldestDueSeconds", seconds(counts.oldestDue()));
        return shown;
    }

    static Map<String, Object> row(CompensationRow row) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("row", row.row());
        shown.put("rule", row.what().rule());
        shown.put("source", row.what().key().source());
        shown.put("id", row.what().key().id());
        shown.put("kind", row.what().kind().name());
        shown.put("type", row.what().type());
        shown.put("state", row.state().name());
        shown.put("attempts", row.attempts());
        shown.put("reason", row.what().reason());
        shown.put("nextAttemptAt", row.nextAttemptAt().toString());
        return shown;
    }

    static Map<String, Object> explanation(Explanation explained) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("rule", explained.rule());
        shown.put("id", explained.id());
        put(shown, "number", explained.number());
        shown.put("closable", explained.closable());
        shown.put("verdict", explained.verdict());
        shown.put("reasons", explained.reasons());
        put(shown, "dueAt", explained.dueAt().map(Instant::toString));
        put(shown, "closesAt", explained.closesAt().map(Instant::toString));
        return shown;
    }

    private static void put(Map<String, Object> shown, String key, Optional<?> value) {
        value.ifPresent(there -> shown.put(key, there));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
