package io.github.ordertimeout;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.PassOutcome;
import io.github.ordertimeout.scan.Arm;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The passes of one rule, one at a time: which kind is next, and when. */
final class RuleRunner {
    private final RuleParts parts;
    private final ExecutorService closing;
    private final LookAgain lookAgain = new LookAgain();
    private @Nullable Instant lastCutoff;
    private @Nullable Instant lastFull;
    private final RuleWatch watch;
    private final Optional<MatchWatch> matches;
    private long passes;
    private volatile @Nullable Instant nextAt;
    private final AtomicReference<@Nullable Instant> earliestExpected = new AtomicReference<>();

    RuleRunner(RuleParts parts, ExecutorService closing, boolean expectMatches) {
        this.parts = parts;
        this.closing = closing;
        this.watch = new RuleWatch(parts);
        this.matches = expectMatches ? Optional.of(new MatchWatch(parts, watch)) : Optional.empty();
    }

    /** What the passes left behind. */
    RuleWatch watch() {
        return watch;
    }

    /** When the next pass is planned, by the store's clock. */
    Optional<Instant> planned() {
        return Optional.ofNullable(nextAt);
    }

    RuleParts parts() {
        return parts;
    }

    /** A pass from the oldest order on, counted into that tally; what it throws ends up in the report. */
    synchronized RuleReport full(boolean dryRun, PassTally tally) {
        try {
            return watched(
                    dryRun && !isDryRun(),
                    () -> pass(
                            PassMode.full(dryRun || isDryRun()), parts.store().now(), tally));
        } catch (RuntimeException e) {
            broken(e);
            tally.fault(String.valueOf(e.getMessage()), true);
            return tally.report(Duration.ZERO);
        }
    }

    /** The pass that is due now: incremental, or full at start, after an unfinished pass and every full interval. */
    synchronized RuleReport next() {
        return watched(false, this::due);
    }

    private RuleReport due() {
        Instant now = parts.store().now();
        Duration fullInterval = parts.rule().scan().fullInterval();
        Instant since = sinceWhen();
        boolean full = lastFull == null || !now.isBefore(lastFull.plus(fullInterval));
        PassMode mode = since == null || full ? PassMode.full(isDryRun()) : PassMode.incremental(since, isDryRun());
        return pass(mode, now, new PassTally(now));
    }

    /** A plan is looked at by a person, and says nothing of how the work goes. */
    private RuleReport watched(boolean plan, Supplier<RuleReport> pass) {
        if (plan) {
            return pass.get();
        }
        watch.work().begun();
        try {
            return pass.get();
        } catch (Throwable thrown) {
            watch.work().failed(String.valueOf(thrown));
            throw thrown;
        }
    }

    private RuleReport pass(PassMode mode, Instant now, PassTally tally) {
        int threads = parts.rule().close().threads();
        BatchRunner batches = threads == 1 ? BatchRunner.inline() : BatchRunner.parallel(closing, threads);
        passes++;
        boolean plan = mode.dryRun() && !isDryRun();
        RuleReport report = new RulePass(parts, mode, now, tally, lookAgain, batches, watch).run(passes);
        if (plan) {
            return report;
        }
        if (mode.since().isEmpty() && tally.outcome() != PassOutcome.FAILED) {
            matches.ifPresent(watching -> watching.after(report, now));
        }
        watch.ended(mode, report, tally, now, lookAgain.next().isPresent());
        parts.listener()
                .onEvent(new EngineEvent.PassEnded(
                        parts.name(),
                        mode.since().isEmpty(),
                        tally.outcome(),
                        report.duration(),
                        tally.fates(),
                        report.reasons(),
                        parts.queries().take()));
        if (report.remaining() > 0 || report.error().isPresent()) {
            // What the pass did not reach lies before this cut-off: only a full pass meets it again.
            lastCutoff = null;
        } else {
            lastCutoff = now;
            lastFull = mode.since().isEmpty() ? now : lastFull;
        }
        return report;
    }

    boolean isDryRun() {
        return parts.isDryRun();
    }

    /**
     * How long to sleep: until the next order runs out, at most the interval, never less than the precision. An order made
     * meanwhile with a nearer deadline waits at most half the shortest timeout.
     */
    synchronized Duration untilNext() {
        Duration sleep = sleep();
        nextAt = parts.store().now().plus(sleep);
        return sleep;
    }

    /** Whether an order that runs out then would be met too late. */
    boolean wouldMiss(Instant dueAt) {
        Instant planned = nextAt;
        return planned != null && dueAt.isBefore(planned);
    }

    /** The next pass meets an order that ran out then, even if the last one has passed that moment: its insert came later. */
    void expect(Instant dueAt) {
        earliestExpected.accumulateAndGet(
                dueAt, (known, one) -> known == null || one != null && one.isBefore(known) ? one : known);
    }

    /** From where on an incremental pass looks. */
    private @Nullable Instant sinceWhen() {
        Instant expected = earliestExpected.getAndSet(null);
        Instant cutoff = lastCutoff;
        return cutoff == null || expected == null || expected.isAfter(cutoff) ? cutoff : expected.minusMillis(1);
    }

    private Duration sleep() {
        Duration most = longestSleep();
        Instant cutoff = lastCutoff;
        if (cutoff == null) {
            return most;
        }
        Instant now = parts.store().now();
        Duration sleep = Stream.concat(
                        parts.scanner().arms().stream().flatMap(arm -> parts.scanner().nextDue(arm, cutoff).stream()),
                        lookAgain.next().stream())
                .min(Instant::compareTo)
                .map(due -> Duration.between(now, due))
                .filter(wait -> wait.compareTo(most) < 0)
                .orElse(most);
        return roundedUp(sleep);
    }

    private Duration longestSleep() {
        Duration interval = parts.rule().scan().interval();
        Optional<Duration> shortest = parts.scanner().arms().stream()
                .filter(arm -> arm.basis() == Arm.Basis.CREATED)
                .map(Arm::shortest)
                .min(Duration::compareTo)
                .map(timeout -> timeout.dividedBy(2));
        return shortest.filter(half -> half.compareTo(interval) < 0).orElse(interval);
    }

    private Duration roundedUp(Duration sleep) {
        long precision = Math.max(1, parts.rule().scan().precision().toMillis());
        long millis = Math.max(1, sleep.toMillis());
        return Duration.ofMillis((millis + precision - 1) / precision * precision);
    }

    /** Tells listeners of a pass that threw; the next one starts from the oldest order. */
    synchronized void broken(Throwable thrown) {
        lastCutoff = null;
        watch.work().failedBeside(String.valueOf(thrown));
        parts.listener().onEvent(new EngineEvent.PassBroken(parts.name(), String.valueOf(thrown)));
    }
}
