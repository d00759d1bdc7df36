package io.github.ordertimeout;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.close.LeftOut;
import io.github.ordertimeout.event.OrderFate;
import io.github.ordertimeout.event.PassOutcome;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.scan.Shard;
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
    /** Policies may put anything into a reason; a report stays a report. */
    private static final int MOST_REASONS = 100;

    /** The reason of an order whose close fails when tried alone. */
    static final String CLOSE_FAILED = "close-failed";

    private final Instant now;
    private final Map<OrderFate, Long> fates = new EnumMap<>(OrderFate.class);
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
    private @Nullable Instant oldestClosable;
    private @Nullable ClosedOrder lastClosed;
    private @Nullable String heldBy;
    private @Nullable String error;
    private boolean broken;
    private boolean braked;

    PassTally(Instant now) {
        this.now = now;
    }

    /** One order's fate. */
    synchronized void count(OrderSnapshot order, OrderFate fate, String reason) {
        fates.merge(fate, 1L, Long::sum);
        if (!reason.isEmpty()) {
            boolean known = reasons.containsKey(reason) || reasons.size() < MOST_REASONS;
            reasons.merge(known ? reason : "other", 1L, Long::sum);
        }
        if (fate != OrderFate.CLOSED && fate != OrderFate.LOST_RACE) {
            order.closesAt().ifPresent(this::stillOpen);
        }
        // One that fails by itself waits in the compensation table; every other failure is the engine's own.
        if (fate == OrderFate.BUSY || fate == OrderFate.FAILED && !reason.equals(CLOSE_FAILED)) {
            order.closesAt().ifPresent(this::leftOpen);
        }
        if (fate == OrderFate.WOULD_CLOSE) {
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
        heldBy(why);
        reasons.merge(why.substring(0, why.indexOf(':')), 1L, Long::sum);
    }

    /** A quiet window is nothing that a person should look at. */
    private void heldBy(String why) {
        heldBy = why;
        braked |= !why.startsWith(Brake.QUIET_WORD);
    }

    /** Something worth a figure that is no order's fate. */
    synchronized void note(String what, long times) {
        if (times > 0) {
            reasons.merge(what, times, Long::sum);
        }
    }

    /** An open order that shows signs of a payment. */
    synchronized void inconsistent(OrderSnapshot order, String reason) {
        count(order, OrderFate.SKIPPED, reason);
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
            fates.merge(OrderFate.CLOSED, closed, Long::sum);
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

    /** What a pass over one shard counted; how many are too old was counted once, over all shards. */
    void add(PassTally other, Shard shard) {
        RuleReport report = other.report(Duration.ZERO);
        Map<OrderFate, Long> met = other.fates();
        Optional<Instant> open = other.oldestOpen();
        Optional<Instant> closable = other.oldestClosable();
        Optional<String> holds = other.heldBy();
        Optional<ClosedOrder> last = other.lastClosed();
        boolean ended = other.broken();
        synchronized (this) {
            met.forEach((fate, orders) -> fates.merge(fate, orders, Long::sum));
            report.reasons().forEach((reason, orders) -> {
                boolean known = reasons.containsKey(reason) || reasons.size() < MOST_REASONS;
                reasons.merge(known ? reason : "other", orders, Long::sum);
            });
            report.firstOpen().forEach(order -> keepIfAmongTheFirst(order, firstOpen));
            report.firstInconsistent().forEach(order -> keepIfAmongTheFirst(order, firstInconsistent));
            report.firstInPart().stream()
                    .limit(RuleReport.FIRST - (long) firstInPart.size())
                    .forEach(firstInPart::add);
            inPart += report.releasedInPart();
            inconsistent += report.inconsistent();
            stuck += report.stuck();
            tooOld += report.tooOld();
            remaining += report.remaining();
            open.ifPresent(this::stillOpen);
            closable.ifPresent(this::leftOpen);
            last.ifPresent(order -> lastClosed = order);
            holds.ifPresent(this::heldBy);
            report.error().ifPresent(sentence -> fault("shard " + shard + ": " + sentence, ended));
        }
    }

    /** The first sentence of what is no order's fault. */
    synchronized Optional<String> firstFault() {
        return Optional.ofNullable(error);
    }

    /** An order that the payment side holds back; stuck where it has for too long. */
    synchronized void deferred(OrderSnapshot order, String reason, boolean isStuck) {
        count(order, OrderFate.DEFERRED, reason);
        stuck += isStuck ? 1 : 0;
    }

    /** An overdue order that the pass leaves open, counted elsewhere or not at all. */
    synchronized void stillOpen(Instant closesAt) {
        if (oldestOpen == null || closesAt.isBefore(oldestOpen)) {
            oldestOpen = closesAt;
        }
    }

    /** An overdue order that nothing but the engine keeps open: no policy, no payment and no fault of its own. */
    synchronized void leftOpen(Instant closesAt) {
        stillOpen(closesAt);
        if (oldestClosable == null || closesAt.isBefore(oldestClosable)) {
            oldestClosable = closesAt;
        }
    }

    /** An order whose close the database has confirmed. */
    synchronized void closed(ClosedOrder order) {
        lastClosed = order;
        count(order.order(), OrderFate.CLOSED, "");
    }

    /** The last of them. */
    synchronized Optional<ClosedOrder> lastClosed() {
        return Optional.ofNullable(lastClosed);
    }

    /** When the oldest order that is still open was to be closed. */
    synchronized Optional<Instant> oldestOpen() {
        return Optional.ofNullable(oldestOpen);
    }

    /** The same for those that nothing but the engine keeps open. */
    synchronized Optional<Instant> oldestClosable() {
        return Optional.ofNullable(oldestClosable);
    }

    /** Which pause, brake or quiet window kept the pass from closing anything. */
    synchronized Optional<String> heldBy() {
        return Optional.ofNullable(heldBy);
    }

    /** How the pass ended, as far as it is known now. */
    synchronized PassOutcome outcome() {
        return broken ? PassOutcome.FAILED : heldBy != null ? PassOutcome.HELD : PassOutcome.FINISHED;
    }

    /** How many orders met each fate. */
    synchronized Map<OrderFate, Long> fates() {
        Map<OrderFate, Long> all = new EnumMap<>(OrderFate.class);
        for (OrderFate fate : OrderFate.values()) {
            all.put(fate, fate(fate));
        }
        return all;
    }

    synchronized void tooOld(long orders) {
        tooOld = orders;
    }

    synchronized long remaining() {
        return remaining;
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
        return fate(OrderFate.CLOSED) + fate(OrderFate.WOULD_CLOSE);
    }

    synchronized RuleReport report(Duration duration) {
        return new RuleReport(
                fates.values().stream().mapToLong(Long::longValue).sum(),
                fate(OrderFate.CLOSED),
                fate(OrderFate.WOULD_CLOSE),
                fate(OrderFate.SKIPPED),
                fate(OrderFate.DEFERRED),
                fate(OrderFate.LOST_RACE),
                fate(OrderFate.BUSY),
                fate(OrderFate.FAILED),
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
                duration,
                List.of());
    }

    private long fate(OrderFate fate) {
        return fates.getOrDefault(fate, 0L);
    }
}
