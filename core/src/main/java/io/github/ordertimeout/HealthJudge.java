package io.github.ordertimeout;

import io.github.ordertimeout.EngineHealth.Ailment;
import io.github.ordertimeout.EngineHealth.Kind;
import io.github.ordertimeout.config.HealthSettings;
import io.github.ordertimeout.scan.Overlooked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges an engine by what its passes left behind. */
final class HealthJudge {
    /** Where a rule looks every tenth of a second, a slow statement or a collected heap is no failure yet. */
    private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(5);

    private final HealthSettings limits;
    private final List<Ailment> ailments = new ArrayList<>();

    private HealthJudge(HealthSettings limits) {
        this.limits = limits;
    }

    static EngineHealth judge(EngineStatus status, HealthSettings limits) {
        HealthJudge judge = new HealthJudge(limits);
        if (status.state() == LoopState.STOPPED) {
            judge.add(Kind.CLOSED, Optional.empty(), "The engine was closed: nothing is closed by it any more.");
        } else {
            status.rules().values().forEach(judge::rule);
            judge.compensation(status.compensation());
        }
        return new EngineHealth(judge.ailments);
    }

    private void rule(RuleStatus rule) {
        Optional<String> name = Optional.of(rule.rule());
        String of = "Rule " + rule.rule() + ": ";
        if (rule.loop() == LoopState.DIED) {
            add(Kind.THREAD_DIED, name, of + "its thread has died; the log says of what.");
        } else if (rule.loop() == LoopState.ALIVE && isQuiet(rule.quietFor(), rule.interval())) {
            add(Kind.NO_FINISHED_PASS, name, of + quiet(rule));
        }
        rule.lostCommit().ifPresent(lost -> add(Kind.COMMITS_LOST, name, of + lost));
        if (rule.dryRun()) {
            return;
        }
        rule.heldBy()
                .filter(why -> why.startsWith(Brake.TRIPPED_WORD))
                .ifPresent(why -> add(
                        Kind.BRAKED,
                        name,
                        of + "nothing is closed, " + why + ". Look at `plan`; then resume it, or change the limit."));
        rule.overlooked()
                .filter(order -> limits.expectMatches())
                .ifPresent(order -> add(Kind.MATCHES_NOTHING, name, of + overlooked(order)));
        if (!limits.maxOverdue().isZero() && rule.oldestClosable().compareTo(limits.maxOverdue()) > 0) {
            add(
                    Kind.OVERDUE,
                    name,
                    of + "an order that may be closed has been overdue for "
                            + rule.oldestClosable().toSeconds() + " s, more than health.max-overdue "
                            + limits.maxOverdue().toSeconds() + " s"
                            + rule.heldBy().map(why -> "; it is " + why).orElse("") + ".");
        }
    }

    private boolean isQuiet(Duration quiet, Duration interval) {
        if (limits.maxMissedPasses() == 0) {
            return false;
        }
        Duration patience = interval.multipliedBy(limits.maxMissedPasses());
        return quiet.compareTo(patience.compareTo(SHORTEST_PATIENCE) < 0 ? SHORTEST_PATIENCE : patience) > 0;
    }

    private String quiet(RuleStatus rule) {
        String so = "no pass has finished for " + rule.quietFor().toSeconds() + " s, more than "
                + limits.maxMissedPasses() + " intervals of " + rule.interval().toMillis() + " ms";
        if (rule.failedInARow() > 0 && rule.lastFailure().isPresent()) {
            return so + "; the last " + rule.failedInARow() + " failed: "
                    + rule.lastFailure().get().reason();
        }
        return so
                + rule.runningFor()
                        .map(running -> "; one has been under way for " + running.toSeconds() + " s without a step.")
                        .orElse(".");
    }

    private static String overlooked(Overlooked order) {
        return "it has never matched an order, but order " + order.id() + " looks overdue"
                + switch (order.by()) {
                    case STATUS ->
                        " and has status " + order.status()
                                + ", which is neither an open, a paid nor the closed status of the rule. Correct open-status,"
                                + " or name the status in paid-status.";
                    case WHERE -> " and open, and `where` leaves it out. Correct `where`.";
                }
                + " Where the rule is right, health.expect-matches: false.";
    }

    private void compensation(CompensationStatus compensation) {
        if (compensation.loop() == LoopState.DIED) {
            add(Kind.THREAD_DIED, Optional.empty(), "The compensation thread has died; the log says of what.");
        } else if (compensation.loop() == LoopState.ALIVE
                && compensation.failedInARow() > 0
                && isQuiet(compensation.quietFor(), compensation.interval())) {
            add(
                    Kind.COMPENSATION_FAILS,
                    Optional.empty(),
                    "What is owed or has failed was not worked off for "
                            + compensation.quietFor().toSeconds() + " s: "
                            + compensation
                                    .lastFailure()
                                    .map(WorkFailure::reason)
                                    .orElse(""));
        }
        if (limits.maxDead() > 0 && compensation.counts().dead() > limits.maxDead()) {
            add(
                    Kind.DEAD_ROWS,
                    Optional.empty(),
                    compensation.counts().dead() + " compensation rows are dead, more than health.max-dead "
                            + limits.maxDead() + ": `compensations` lists them with their reasons.");
        }
    }

    private void add(Kind kind, Optional<String> rule, String sentence) {
        ailments.add(new Ailment(kind, rule, sentence));
    }
}
