package io.github.ordertimeout;

import io.github.ordertimeout.close.LeftOut;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts what becomes of each order of one pass, exactly once each. Thread-safe. */
final class PassTally {
    /** What can become of a scanned order. */
    enum Fate {
        CLOSED,
        WOULD_CLOSE,
        SKIPPED,
        DEFERRED,
        LOST_RACE,
        BUSY,
        FAILED
    }

    /** Policies may put anything into a reason; a report stays a report. */
    private static final int MOST_REASONS = 100;

    private final Instant now;
    private final Map<Fate, Long> fates = new EnumMap<>(Fate.class);
    private final Map<String, Long> reasons = new TreeMap<>();
    private final List<OrderSnapshot> firstOpen = new ArrayList<>();
    private final List<OrderSnapshot> firstInconsistent = new ArrayList<>();
    private final List<String> firstInPart = new ArrayList<>();
    private long inPart;
    private long inconsistent;
    private long stuck;
    private long closedListed;
    private long tooOld;
    private long remaining;
    private @Nullable Instant oldestOpen;
    private @Nullable String error;
    private boolean broken;
    private boolean braked;

    PassTally(Instant now) {
        this.now = now;
    }

    /** One order's fate. */
    synchronized void count(OrderSnapshot order, Fate fate, String reason) {
        fates.merge(fate, 1L, Long::sum);
        if (!reason.isEmpty()) {
            boolean known = reasons.containsKey(reason) || reasons.size() < MOST_REASONS;
            reasons.merge(known ? reason : "other", 1L, Long::sum);
        }
        if (fate != Fate.CLOSED && fate != Fate.LOST_RACE) {
            order.closesAt().ifPresent(this::stillOpen);
        }
        if (fate == Fate.WOULD_CLOSE) {
            keepIfAmongTheFirst(order, firstOpen);
        }
    }

    /** Each arm comes oldest first, but the arms come one after the other. */
    private static void keepIfAmongTheFirst(OrderSnapshot order, List<OrderSnapshot> first) {
        first.add(order);
        first.sort(Comparator.comparing(kept -> kept.closesAt().orElse(Instant.MAX)));
        if (first.size() > RuleReport.FIRST) {
            first.remove(RuleReport.FIRST);
        }
    }

    /** The rule may not close anything now. */
    synchronized void braked(String why) {
        braked = true;
        reasons.merge(why.substring(0, why.indexOf(':')), 1L, Long::sum);
    }

    /** Something worth a figure that is no order's fate. */
    synchronized void note(String what, long times) {
        if (times > 0) {
            reasons.merge(what, times, Long::sum);
        }
    }

    /** An open order that shows signs of a payment. */
    synchronized void inconsistent(OrderSnapshot order, String reason) {
        count(order, Fate.SKIPPED, reason);
        inconsistent++;
        keepIfAmongTheFirst(order, firstInconsistent);
    }

    /** An order that was closed, and of which releases left something out; told of once. */
    synchronized void leftOut(OrderSnapshot order, List<LeftOut> left) {
        inPart++;
        if (firstInPart.size() < RuleReport.FIRST) {
            firstInPart.add(order.displayName() + ": "
                    + left.stream().map(one -> one.type() + ": " + one.what()).collect(Collectors.joining("; ")));
        }
    }

    /** What was closed of orders listed for a person, outside the pass, and what ended that early. */
    void closedBesides(PassTally other) {
        long closed = other.closed();
        Optional<String> fault = other.firstFault();
        synchronized (this) {
            fates.merge(Fate.CLOSED, closed, Long::sum);
            closedListed += closed;
            if (error == null) {
                error = fault.orElse(null);
            }
        }
    }

    /** How many of the closed ones were listed for a person until then. */
    synchronized long closedListed() {
        return closedListed;
    }

    /** The first sentence of what is no order's fault. */
    synchronized Optional<String> firstFault() {
        return Optional.ofNullable(error);
    }

    /** An order that the payment side holds back; stuck where it has for too long. */
    synchronized void deferred(OrderSnapshot order, String reason, boolean isStuck) {
        count(order, Fate.DEFERRED, reason);
        stuck += isStuck ? 1 : 0;
    }

    /** An overdue order that the pass leaves open, counted elsewhere or not at all. */
    synchronized void stillOpen(Instant closesAt) {
        if (oldestOpen == null || closesAt.isBefore(oldestOpen)) {
            oldestOpen = closesAt;
        }
    }

    synchronized void tooOld(long orders) {
        tooOld = orders;
    }

    synchronized void remaining(long orders) {
        remaining += orders;
    }

    /** Something that is no order's fault; the first sentence is kept. Where it ends the pass, {@link #broken} is true. */
    synchronized void fault(String sentence, boolean endsPass) {
        if (error == null) {
            error = sentence;
        }
        broken |= endsPass;
    }

    synchronized boolean broken() {
        return broken;
    }

    /** What counts against {@code max-per-pass}. */
    synchronized long closed() {
        return fate(Fate.CLOSED) + fate(Fate.WOULD_CLOSE);
    }

    synchronized RuleReport report(Duration duration) {
        return new RuleReport(
                fates.values().stream().mapToLong(Long::longValue).sum(),
                fate(Fate.CLOSED),
                fate(Fate.WOULD_CLOSE),
                fate(Fate.SKIPPED),
                fate(Fate.DEFERRED),
                fate(Fate.LOST_RACE),
                fate(Fate.BUSY),
                fate(Fate.FAILED),
                inconsistent,
                stuck,
                tooOld,
                remaining,
                braked,
                oldestOpen == null || oldestOpen.isAfter(now) ? Duration.ZERO : Duration.between(oldestOpen, now),
                reasons,
                firstOpen,
                firstInconsistent,
                inPart,
                firstInPart,
                Optional.ofNullable(error),
                duration);
    }

    private long fate(Fate fate) {
        return fates.getOrDefault(fate, 0L);
    }
}
