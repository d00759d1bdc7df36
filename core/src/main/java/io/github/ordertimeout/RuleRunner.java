package io.github.ordertimeout;

import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.PassOutcome;
import io.github.ordertimeout.scan.Look;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.scan.ShardLeases;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The passes of one rule, one at a time: which kind is next, and when. Of a rule with several shards each pass works those that
 * are this node's, one after the other; a shard whose pass fails stops none of the others.
 */
final class RuleRunner {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);
    /** So many shards that fail one after the other have the same fault: the rest is left to the next pass, which begins with it. */
    private static final int FAILING = 3;

    private final RuleParts parts;
    private final ExecutorService closing;
    private final HeldShards held;
    private final Map<Shard, ShardProgress> progress = new HashMap<>();
    private List<Shard> worked = List.of();
    private int begun;
    private @Nullable Instant lastFull;
    private final RuleWatch watch;
    private final Optional<MatchWatch> matches;
    private long passes;
    private final AtomicReference<@Nullable Instant> earliestExpected = new AtomicReference<>();
    private final AtomicBoolean lookCloser = new AtomicBoolean();
    private Optional<Look> lastLook = Optional.empty();
    private final WakePlan wakes;

    RuleRunner(RuleParts parts, ExecutorService closing, ShardLeases leases, boolean expectMatches) {
        this.parts = parts;
        this.closing = closing;
        this.held = new HeldShards(parts.name(), parts.rule().scan().shards(), leases);
        this.watch = new RuleWatch(parts);
        this.wakes = new WakePlan(parts, watch.work());
        this.matches = expectMatches ? Optional.of(new MatchWatch(parts, watch)) : Optional.empty();
    }

    /** What the passes left behind. */
    RuleWatch watch() {
        return watch;
    }

    /** When the next pass is. */
    WakePlan wakes() {
        return wakes;
    }

    RuleParts parts() {
        return parts;
    }

    /** A pass over the shard from its oldest order on, counted into that tally; what it throws ends up in the report. */
    synchronized RuleReport full(boolean dryRun, Shard shard, PassTally tally) {
        lastLook = Optional.empty();
        try {
            return watched(dryRun && !isDryRun(), () -> {
                Instant now = parts.store().now();
                PassMode mode = PassMode.full(dryRun || isDryRun());
                Round round = new Round(shard.isWhole(), shard.isWhole(), mode, now);
                return ended(
                        round,
                        round.pass(progress(shard), mode, round.allowance, Optional.empty(), true, tally),
                        tally);
            });
        } catch (RuntimeException e) {
            broken(e);
            tally.fault(String.valueOf(e.getMessage()), true);
            return tally.report(Duration.ZERO);
        }
    }

    /** The pass that is due now: incremental, or full at start, after an unfinished pass and every full interval. */
    synchronized RuleReport next() {
        if (wakes.waitsForCron()) {
            return new PassTally(Instant.EPOCH).report(Duration.ZERO);
        }
        return watched(false, this::due);
    }

    private RuleReport due() {
        Instant expected = earliestExpected.getAndSet(null);
        List<ShardProgress> mine = mine();
        Optional<Look> look = look(mine, expected);
        Instant now = look.isPresent() ? look.get().now() : parts.store().now();
        wakes.woke(now);
        Duration fullInterval = parts.rule().scan().fullInterval();
        boolean full = lastFull == null || !now.isBefore(lastFull.plus(fullInterval));
        List<ProgressAndMode> modes = new ArrayList<>();
        for (ShardProgress one : mine) {
            Instant since = since(one, expected);
            modes.add(new ProgressAndMode(
                    one, since == null || full ? PassMode.full(isDryRun()) : PassMode.incremental(since, isDryRun())));
        }
        boolean idle = !full && look.filter(Look::isIdle).isPresent() && !lookAgainDue(mine, now);
        RuleReport report = idle ? idle(modes, now) : round(modes, now);
        lastLook = idle ? look : Optional.empty();
        return report;
    }

    /**
     * Clock and next due time in one read; empty where a pass is to be made whatever they are: from the oldest order on, of a rule
     * that is held, or since somebody asked for it.
     */
    private Optional<Look> look(List<ShardProgress> mine, @Nullable Instant expected) {
        boolean closer = lookCloser.getAndSet(false);
        if (closer || mine.isEmpty() || lastFull == null || watch.isHeld()) {
            return Optional.empty();
        }
        Instant oldest = null;
        for (ShardProgress one : mine) {
            Instant since = since(one, expected);
            if (since == null || one.fair().isInterrupted()) {
                return Optional.empty();
            }
            oldest = oldest == null || since.isBefore(oldest) ? since : oldest;
        }
        return oldest == null ? Optional.empty() : parts.scanner().look(oldest);
    }

    private static boolean lookAgainDue(List<ShardProgress> mine, Instant now) {
        return mine.stream().flatMap(one -> one.lookAgain().next().stream()).anyMatch(at -> !at.isAfter(now));
    }

    /** The next pass is made even if nothing is due: what it finds besides has changed. */
    void lookCloser() {
        lookCloser.set(true);
    }

    private Duration interval() {
        return parts.rule().scan().interval();
    }

    private record ProgressAndMode(ShardProgress shard, PassMode mode) {}

    /** Those of this node, beginning where the round before was broken off. A shard that was lost begins anew when it comes back. */
    private List<ShardProgress> mine() {
        worked = held.now();
        if (!held.isWhole()) {
            progress.keySet().retainAll(worked);
        }
        List<ShardProgress> mine = new ArrayList<>();
        worked.forEach(shard -> mine.add(progress(shard)));
        if (!mine.isEmpty()) {
            Collections.rotate(mine, -(begun % mine.size()));
        }
        return mine;
    }

    private ShardProgress progress(Shard shard) {
        return progress.computeIfAbsent(
                shard, one -> new ShardProgress(one, parts.rule().scan()));
    }

    /** Passes that would find nothing, and send no statement. */
    private RuleReport idle(List<ProgressAndMode> mine, Instant now) {
        Round round = new Round(held.isWhole(), true, widest(mine), now);
        PassTally all = new PassTally(now);
        for (ProgressAndMode one : mine) {
            PassTally tally = new PassTally(now);
            RuleReport report = tally.report(Duration.ZERO);
            passes++;
            round.took(one.shard(), one.mode(), tally, report);
            all.add(tally, one.shard().shard());
        }
        RuleReport report = all.report(round.spent());
        EngineLog.pass(parts.name(), "idle", now, 0, report);
        return ended(round, report, all);
    }

    private RuleReport round(List<ProgressAndMode> mine, Instant now) {
        PassMode widest = widest(mine);
        Round round = new Round(held.isWhole(), true, widest, now);
        if (mine.size() == 1) {
            PassTally tally = new PassTally(now);
            ShardProgress only = mine.get(0).shard();
            return ended(
                    round,
                    round.pass(only, mine.get(0).mode(), round.allowance, Optional.of(interval()), true, tally),
                    tally);
        }
        PassTally all = new PassTally(now);
        int failedInARow = 0;
        for (int i = 0; i < mine.size(); i++) {
            ShardProgress shard = mine.get(i).shard();
            if (!held.holds(shard.shard())) {
                shard.startOver();
                continue;
            }
            PassTally tally = new PassTally(now);
            round.pass(
                    shard,
                    mine.get(i).mode(),
                    round.share(mine.size() - i, all),
                    Optional.of(interval().dividedBy(mine.size())),
                    i == 0,
                    tally);
            all.add(tally, shard.shard());
            failedInARow = tally.broken() ? failedInARow + 1 : 0;
            begun++;
            if (failedInARow == FAILING && i + 1 < mine.size()) {
                log.warn(
                        "Rule {}: {} shards failed one after the other, {} others are left to the next pass.",
                        parts.name(),
                        FAILING,
                        mine.size() - i - 1);
                mine.subList(i + 1, mine.size()).forEach(left -> left.shard().startOver());
                return ended(round, all.report(round.spent()), all);
            }
        }
        // Another one is first next time: where max-per-pass is less than a close for each, all have their turn.
        begun++;
        return ended(round, all.report(round.spent()), all);
    }

    /** What the brake counts: a full pass over any shard may meet any order of it. */
    private PassMode widest(List<ProgressAndMode> mine) {
        Instant since = null;
        for (ProgressAndMode one : mine) {
            Optional<Instant> its = one.mode().since();
            if (its.isEmpty()) {
                return one.mode();
            }
            since = since == null || its.get().isBefore(since) ? its.get() : since;
        }
        return since == null ? PassMode.full(isDryRun()) : PassMode.incremental(since, isDryRun());
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

    /** The passes over some shards at one moment. */
    private final class Round {
        private final Instant now;
        private final PassMode widest;
        private final boolean plan;
        private final PassLimits.Allowance allowance =
                PassLimits.Allowance.of(parts.rule().scan());
        private final long start = parts.time().nanoTime();
        private final boolean wholly;
        private final boolean ofRule;
        private final List<ShardReport> reports = new ArrayList<>();
        private boolean brakeAsked;
        private Optional<String> brake = Optional.empty();
        private boolean allFull = true;
        private boolean someFinished;

        /**
         * A round.
         *
         * @param wholly whether it works the rule undivided
         * @param ofRule whether it works all that this node has of the rule, and not one part that somebody asked for
         */
        Round(boolean wholly, boolean ofRule, PassMode widest, Instant now) {
            this.wholly = wholly;
            this.ofRule = ofRule;
            this.widest = widest;
            this.now = now;
            this.plan = widest.dryRun() && !isDryRun();
        }

        RuleReport pass(
                ShardProgress shard,
                PassMode mode,
                PassLimits.Allowance allowed,
                Optional<Duration> patience,
                boolean first,
                PassTally tally) {
            int threads = parts.rule().close().threads();
            BatchRunner batches = threads == 1 ? BatchRunner.inline() : BatchRunner.parallel(closing, threads);
            passes++;
            RuleReport report = new RulePass(
                            parts, mode, now, tally, shard, batches, watch, allowed, patience, this::braked, first)
                    .run(passes);
            if (!plan) {
                took(shard, mode, tally, report);
            }
            return report;
        }

        /** What a shard's pass has found. */
        void took(ShardProgress shard, PassMode mode, PassTally tally, RuleReport report) {
            parts.listener()
                    .onEvent(new EngineEvent.PassEnded(
                            parts.name(),
                            shard.shard(),
                            mode.since().isEmpty(),
                            tally.outcome(),
                            report.duration(),
                            tally.fates(),
                            report.reasons(),
                            parts.queries().take()));
            shard.ended(report, now);
            allFull &= mode.since().isEmpty();
            someFinished |= shard.cutoff() != null;
            if (!wholly) {
                reports.add(ShardReport.of(shard.shard(), mode.since().isEmpty(), tally.outcome(), report));
            }
        }

        /** Asked of the whole rule, and once for all its shards. */
        private Optional<String> braked() {
            if (!brakeAsked) {
                brake = new Brake(parts).check(widest, now);
                brakeAsked = true;
            }
            return brake;
        }

        PassLimits.Allowance share(int shards, PassTally all) {
            return allowance.share(shards, all.closed(), spent());
        }

        Duration spent() {
            return Duration.ofNanos(parts.time().nanoTime() - start);
        }
    }

    private RuleReport ended(Round round, RuleReport result, PassTally tally) {
        RuleReport report = round.wholly ? result : result.withShards(round.reports);
        if (round.plan) {
            return report;
        }
        if (round.allFull && tally.outcome() != PassOutcome.FAILED) {
            matches.ifPresent(watching -> watching.after(report, round.now));
        }
        PassMode mode = round.allFull ? PassMode.full(isDryRun()) : PassMode.incremental(round.now, isDryRun());
        boolean waiting = progress.values().stream()
                .anyMatch(one -> one.lookAgain().next().isPresent());
        watch.ended(mode, report, tally, round.now, waiting);
        if (round.ofRule && round.allFull && round.someFinished) {
            lastFull = round.now;
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
        Optional<Instant> oldest = oldestCutoff();
        if (oldest.isEmpty()) {
            return wakes.longest(parts.store().now());
        }
        // After an idle look nothing is known any better.
        Look look = lastLook.orElseGet(() -> lookBehind(oldest.get()));
        if (worked.stream().anyMatch(shard -> progress(shard).fair().isInterrupted())) {
            return wakes.soonest(look.now());
        }
        return wakes.at(
                look.now(),
                Stream.concat(
                                look.nextDue().stream(),
                                worked.stream().flatMap(shard -> progress(shard).lookAgain().next().stream()))
                        .min(Instant::compareTo));
    }

    /** The same for one node of many, which often start together. */
    Duration untilNext(Random jitter) {
        return wakes.apart(untilNext(), jitter);
    }

    /** Until when every shard has been passed over; empty where one is to be passed over from its oldest order on. */
    private Optional<Instant> oldestCutoff() {
        Instant oldest = null;
        for (Shard shard : worked) {
            Instant cutoff = progress(shard).cutoff();
            if (cutoff == null) {
                return Optional.empty();
            }
            oldest = oldest == null || cutoff.isBefore(oldest) ? cutoff : oldest;
        }
        return Optional.ofNullable(oldest);
    }

    private Look lookBehind(Instant cutoff) {
        OrderScanner scanner = parts.scanner();
        return scanner.look(cutoff.plusNanos(1))
                .orElseGet(() -> new Look(
                        parts.store().now(),
                        scanner.arms().stream()
                                .flatMap(arm -> scanner.nextDue(arm, cutoff).stream())
                                .min(Instant::compareTo)));
    }

    /** The next pass meets an order that ran out then, even if the last one has passed that moment: its insert came later. */
    void expect(Instant dueAt) {
        earliestExpected.accumulateAndGet(
                dueAt, (known, one) -> known == null || one != null && one.isBefore(known) ? one : known);
    }

    /** From where on an incremental pass looks. */
    private static @Nullable Instant since(ShardProgress shard, @Nullable Instant expected) {
        Instant cutoff = shard.cutoff();
        return cutoff == null || expected == null || expected.isAfter(cutoff) ? cutoff : expected.minusMillis(1);
    }

    /** Tells listeners of a pass that threw; the next one starts from the oldest order. */
    synchronized void broken(Throwable thrown) {
        progress.values().forEach(ShardProgress::startOver);
        watch.work().failedBeside(String.valueOf(thrown));
        parts.listener().onEvent(new EngineEvent.PassBroken(parts.name(), String.valueOf(thrown)));
    }
}
