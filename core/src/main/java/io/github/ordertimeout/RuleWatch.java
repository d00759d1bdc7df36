package io.github.ordertimeout;

import io.github.ordertimeout.config.Timetable;
import io.github.ordertimeout.event.PassOutcome;
import io.github.ordertimeout.scan.Overlooked;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the passes of one rule left behind, for whoever asks. Thread-safe; never waits for a pass. */
final class RuleWatch {
    private final RuleParts parts;
    private final WorkWatch work;
    private final Deque<PassRecord> passes = new ArrayDeque<>();
    private int idleInARow;
    private Optional<String> heldBy = Optional.empty();
    private Optional<String> lostCommit = Optional.empty();
    private Optional<Overlooked> overlooked = Optional.empty();
    private @Nullable Instant oldestOpen;
    private @Nullable Instant oldestClosable;
    private @Nullable Instant asOf;
    private long asOfNanos;
    private long remaining;
    private long stuck;
    private long inconsistent;
    private long tooOld;

    RuleWatch(RuleParts parts) {
        this.parts = parts;
        this.work = new WorkWatch(parts.time());
    }

    WorkWatch work() {
        return work;
    }

    /**
     * A pass has ended.
     *
     * @param now the pass's moment by the store's clock
     * @param waiting whether orders wait to be looked at again that this pass need not have met
     */
    synchronized void ended(PassMode mode, RuleReport report, PassTally tally, Instant now, boolean waiting) {
        boolean full = mode.since().isEmpty();
        PassOutcome outcome = tally.outcome();
        passes.addFirst(new PassRecord(parts.time().now(), full, outcome, report));
        while (passes.size() > RuleStatus.RECENT) {
            passes.removeLast();
        }
        boolean metSome = report.scanned() + report.remaining() > 0;
        idleInARow = report.closed() + report.wouldClose() > 0 ? 0 : metSome ? idleInARow + 1 : idleInARow;
        boolean replaces = full && outcome != PassOutcome.FAILED;
        oldestOpen = replaces ? tally.oldestOpen().orElse(null) : earlier(oldestOpen, tally.oldestOpen());
        oldestClosable = replaces || outcome != PassOutcome.FAILED && !waiting
                ? tally.oldestClosable().orElse(null)
                : earlier(oldestClosable, tally.oldestClosable());
        asOf = now;
        asOfNanos = parts.time().nanoTime();
        if (outcome == PassOutcome.FAILED) {
            work.failed(report.error().orElse("a pass failed"));
            return;
        }
        heldBy = tally.heldBy();
        remaining = report.remaining();
        if (full) {
            stuck = report.stuck();
            inconsistent = report.inconsistent();
            tooOld = report.tooOld();
        }
        report.error().ifPresent(work::failedBeside);
        work.finished();
    }

    /** Whether the last pass was not allowed to close anything. */
    synchronized boolean isHeld() {
        return heldBy.isPresent();
    }

    private static @Nullable Instant earlier(@Nullable Instant one, Optional<Instant> other) {
        return other.filter(moment -> one == null || moment.isBefore(one)).orElse(one);
    }

    /** Empty: a close that was looked up is there. */
    synchronized void lostCommit(Optional<String> sentence) {
        lostCommit = sentence;
    }

    synchronized void overlooked(Optional<Overlooked> order) {
        overlooked = order;
    }

    synchronized RuleStatus status(LoopState loop, Optional<Instant> next) {
        return new RuleStatus(
                parts.name(),
                parts.source(),
                parts.isDryRun(),
                parts.rule().scan().interval(),
                parts.rule().scan().shards(),
                loop,
                work.runningFor(),
                work.quietFor(),
                next,
                List.copyOf(passes),
                work.lastFinished(),
                work.lastFailure(),
                work.failedInARow(),
                idleInARow,
                heldNow(),
                lostCommit,
                overlooked,
                overdue(oldestOpen),
                closableFor(Duration.ofNanos(parts.time().nanoTime() - asOfNanos)),
                remaining,
                stuck,
                inconsistent,
                tooOld);
    }

    /** A window is known without a pass: there may be none while it lasts. */
    private Optional<String> heldNow() {
        return heldBy.filter(why -> !why.startsWith(Brake.QUIET_WORD))
                .or(() -> Brake.quiet(timetable(), parts.time().now()));
    }

    private Duration overdue(@Nullable Instant since) {
        Instant then = asOf;
        return since == null || then == null || since.isAfter(then) ? Duration.ZERO : Duration.between(since, then);
    }

    /** What keeps it open in a quiet window is not the engine. */
    private Duration closableFor(Duration later) {
        Instant since = oldestClosable;
        Instant then = asOf;
        return since == null || then == null || since.isAfter(then)
                ? Duration.ZERO
                : timetable().openTime(since, then.plus(later));
    }

    private Timetable timetable() {
        return parts.rule().scan().timetable();
    }
}
