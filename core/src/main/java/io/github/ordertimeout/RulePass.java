package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentCheck;
import io.github.ordertimeout.check.PaymentDecision;
import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.event.OrderFate;
import io.github.ordertimeout.log.LogContext;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Cursor;
import io.github.ordertimeout.scan.ScanPage;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.scan.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** One pass over one shard of one rule: scan, check, close and release, settle, page by page. */
final class RulePass {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final RuleParts parts;
    private final PassMode mode;
    private final Instant now;
    /** By the monotonic clock, when {@link #now} was just read. */
    private final long begun;

    private final PassTally tally;
    private final LookAgain lookAgain;
    private final OutcomeBook book;
    private final PageCheck check;
    private final CloseStep closeStep;
    private final BatchRunner closing;
    private final PassLimits limits;
    private final RuleWatch watch;
    private final Shard shard;
    private final Supplier<Optional<String>> brake;
    private final boolean countsTooOld;
    private final FairShare fair;
    /** For how long those who wait for their fair share may keep the pass from ending; empty: to their last order. */
    private final Optional<Duration> patience;

    /** A pass ends before a quiet window begins. */
    private final Optional<Duration> untilQuiet;

    private long scanNanos;

    RulePass(
            RuleParts parts,
            PassMode mode,
            Instant now,
            PassTally tally,
            ShardProgress shard,
            BatchRunner closing,
            RuleWatch watch,
            PassLimits.Allowance allowed,
            Optional<Duration> patience,
            Supplier<Optional<String>> brake,
            boolean countsTooOld) {
        this.parts = parts;
        this.mode = mode;
        this.now = now;
        this.begun = parts.time().nanoTime();
        this.tally = tally;
        this.lookAgain = shard.lookAgain();
        this.shard = shard.shard();
        this.brake = brake;
        this.countsTooOld = countsTooOld;
        this.fair = shard.fair();
        this.patience = patience;
        this.book = new OutcomeBook(parts, tally, lookAgain);
        this.check = new PageCheck(parts, mode.dryRun(), now, tally, lookAgain, book);
        this.closeStep = new CloseStep(parts);
        this.closing = closing;
        this.watch = watch;
        this.untilQuiet = parts.rule().scan().timetable().untilQuiet(now);
        this.limits = new PassLimits(mode.dryRun() ? allowed : allowed.within(untilQuiet), tally, parts.time());
    }

    /** Runs to the end, to a limit, or to a fault that is no order's own; yields what happened in each case. */
    @SuppressWarnings("try")
    RuleReport run(long number) {
        String kind = mode.since().isPresent() ? "incremental" : "full";
        try (LogContext context =
                LogContext.rule(parts.name()).pass(kind + "-" + number + (shard.isWhole() ? "" : "-" + shard))) {
            return run();
        }
    }

    /** As log lines name it. */
    private String kind() {
        return shard.isWhole() ? mode.toString() : "shard " + shard + ", " + mode;
    }

    private RuleReport run() {
        long start = parts.time().nanoTime();
        long abandoned = abandonedCalls();
        long rests = parts.closer().rests();
        try {
            Optional<String> stop = brake.get();
            stop.ifPresent(tally::braked);
            if (stop.isPresent() && !mode.dryRun()) {
                leaveAll(stop.get());
            } else {
                scanCheckClose();
                tally.lastClosed().ifPresent(closed -> new CommitProof(parts).check(closed, tally, watch));
            }
        } catch (RuntimeException e) {
            log.warn("Rule {}: the {} pass failed", parts.name(), kind(), e);
            tally.fault(String.valueOf(e.getMessage()), true);
        }
        tally.note("payment-call-abandoned", abandonedCalls() - abandoned);
        tally.note("rested-since-database-slow", parts.closer().rests() - rests);
        long took = parts.time().nanoTime() - start;
        if (tally.remaining() > 0
                && tally.heldBy().isEmpty()
                && untilQuiet.filter(left -> took >= left.toNanos()).isPresent()) {
            tally.note("quiet", 1);
        }
        RuleReport report = tally.report(Duration.ofNanos(parts.time().nanoTime() - start));
        EngineLog.pass(parts.name(), kind(), now, Duration.ofNanos(scanNanos).toMillis(), report);
        report.error()
                .map(error -> shard.isWhole() ? error : "shard " + shard + ": " + error)
                .ifPresent(error -> parts.listener().onEvent(new EngineEvent.PassBroken(parts.name(), error)));
        return report;
    }

    /** Paused, braked or quiet: everything overdue is backlog, and the log says so at each pass. */
    private void leaveAll(String why) {
        log.atLevel(why.startsWith(Brake.QUIET_WORD) ? Level.INFO : Level.WARN)
                .log("Rule {}: nothing is closed, {}.", parts.name(), why);
        tally.remaining(new Brake(parts).overdue(mode, now, shard));
        for (Arm arm : parts.scanner().arms()) {
            ScanRequest oldest = new ScanRequest(arm, now, mode.since(), Optional.empty(), 1, shard);
            parts.scanner()
                    .nextPage(oldest)
                    .orders()
                    .forEach(order -> order.closesAt().ifPresent(tally::leftOpen));
        }
    }

    private long abandonedCalls() {
        return parts.payments().map(PaymentCheck::abandoned).orElse(0L);
    }

    private void scanCheckClose() {
        try {
            if (mode.since().isPresent()) {
                checkAndClose(lookAgainDue());
            } else if (!mode.dryRun()) {
                lookAgain.clear();
            }
            List<Arm> arms = parts.scanner().arms();
            long start = parts.time().nanoTime();
            if (isFair()) {
                fair.begin(arms, mode.since().isEmpty());
            }
            arms.forEach(this::scan);
            if (isFair()) {
                workThoseWhoWait(start);
            }
        } finally {
            closing.finish();
        }
        if (countsTooOld && parts.rule().deadline().maxAge().isPresent() && !tally.broken()) {
            tally.tooOld(parts.scanner().countTooOld(now));
        }
    }

    private void scan(Arm arm) {
        Optional<Cursor> cursor = Optional.empty();
        do {
            Tenants tenants = isFair() ? fair.others() : Tenants.ALL;
            ScanRequest request = request(arm, mode.since(), cursor, tenants);
            if (mustStop()) {
                leaveRest(request);
                return;
            }
            ScanPage page = work(request);
            cursor = page.next();
            if (isFair()) {
                cursor.ifPresent(end -> fair.met(page.orders(), arm, end, mode.since()));
            }
        } while (cursor.isPresent());
    }

    /** A dry run closes nothing, so that nobody's orders hold up others'. */
    private boolean isFair() {
        return fair.isOn() && !mode.dryRun();
    }

    private boolean mustStop() {
        return tally.broken() || limits.reached(closing);
    }

    private ScanRequest request(Arm arm, Optional<Instant> since, Optional<Cursor> cursor, Tenants tenants) {
        return new ScanRequest(arm, now, since, cursor, parts.rule().scan().batchSize(), shard, tenants);
    }

    private ScanPage work(ScanRequest request) {
        long start = parts.time().nanoTime();
        ScanPage page = parts.scanner().nextPage(request);
        scanNanos += parts.time().nanoTime() - start;
        watch.work().progress(false);
        checkAndClose(page.orders());
        return page;
    }

    private void workThoseWhoWait(long start) {
        boolean timeIsUp = false;
        Optional<FairShare.Turn> turn = fair.next();
        while (turn.isPresent() && !timeIsUp && !mustStop()) {
            fair.took(turn.get(), work(request(turn.get())));
            turn = fair.next();
            timeIsUp = patience.filter(most -> parts.time().nanoTime() - start >= most.toNanos())
                    .isPresent();
        }
        long before = tally.remaining();
        fair.unreached().forEach(left -> leaveRest(request(left)));
        fair.leave(tally.remaining() - before, timeIsUp);
    }

    private ScanRequest request(FairShare.Turn turn) {
        return request(turn.arm(), turn.since(), turn.after(), Tenants.only(turn.tenant()));
    }

    private void leaveRest(ScanRequest request) {
        long rest = rest(request);
        tally.remaining(rest);
        // Where a page was left in part, its orders are older than what lies behind it.
        if (rest > 0 && !tally.broken() && tally.oldestClosable().isEmpty()) {
            ScanRequest first = new ScanRequest(
                    request.arm(), now, request.dueSince(), request.after(), 1, shard, request.tenants());
            parts.scanner()
                    .nextPage(first)
                    .orders()
                    .forEach(order -> order.closesAt().ifPresent(tally::leftOpen));
        }
    }

    /** After a fault the count may fail as well; the report then says what ended the pass, not how much it left. */
    private long rest(ScanRequest request) {
        try {
            return parts.scanner().countRest(request);
        } catch (RuntimeException e) {
            if (tally.broken()) {
                return 0;
            }
            throw e;
        }
    }

    private void checkAndClose(List<OrderSnapshot> page) {
        List<OrderSnapshot> closable = check.closable(page);
        List<OrderSnapshot> left = closable;
        while (!left.isEmpty()) {
            // Anew each time: what was allowed and turned out not to close uses no part of the limit up.
            List<OrderSnapshot> allowed = tally.broken() ? List.of() : limits.allow(left, closing);
            if (allowed.isEmpty()) {
                left.forEach(this::leave);
                return;
            }
            closeOrCount(allowed);
            left = left.subList(allowed.size(), left.size());
        }
    }

    private void closeOrCount(List<OrderSnapshot> orders) {
        if (mode.dryRun()) {
            orders.forEach(order -> tally.count(order, OrderFate.WOULD_CLOSE, ""));
        } else {
            int most = parts.pace().atOnce(orders.size());
            for (int start = 0; start < orders.size(); start += most) {
                List<OrderSnapshot> some = orders.subList(start, Math.min(orders.size(), start + most));
                if (!isQuietBegun() && parts.pace().await(some.size())) {
                    closing.submit(() -> close(some));
                } else {
                    some.forEach(this::leave);
                }
            }
        }
    }

    /** A slow pace may stretch a page into a window. */
    private boolean isQuietBegun() {
        return untilQuiet.isPresent() && limits.timeIsUp();
    }

    private void close(List<OrderSnapshot> orders) {
        CloseCause cause = CloseCause.timeout(parts.name());
        closeStep.close(orders, cause, now, new CloseStep.Outcomes() {
            @Override
            public void held(OrderSnapshot order, PaymentDecision.Held held) {
                book.deferredByPayment(order, held, now);
                watch.work().progress(true);
            }

            @Override
            public void cancelledButOpen(OrderSnapshot order) {
                tally.note("payment-cancelled-but-open", 1);
            }

            @Override
            public void closed(List<OrderSnapshot> batch, BatchOutcome outcome) {
                book.enter(batch, outcome, cause, now, clock());
                watch.work().progress(!outcome.closed().isEmpty());
            }
        });
    }

    /** The database's clock, as it was read for this pass and has gone on since. */
    private Instant clock() {
        return now.plusNanos(parts.time().nanoTime() - begun);
    }

    /** Over the pass's limit: part of the backlog, not of what was scanned. */
    private void leave(OrderSnapshot order) {
        tally.remaining(1);
        order.closesAt().ifPresent(tally::leftOpen);
    }

    private List<OrderSnapshot> lookAgainDue() {
        List<OrderSnapshot> orders = new ArrayList<>();
        for (String id : lookAgain.take(now, parts.rule().scan().batchSize())) {
            parts.scanner().find(id, now).stream()
                    .filter(found ->
                            found.order().id().equals(id) && found.unmet().isEmpty() && !found.tooOld())
                    .forEach(found -> orders.add(found.order()));
        }
        return orders;
    }
}
