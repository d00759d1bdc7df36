package io.github.ordertimeout;

import io.github.ordertimeout.config.Timetable;
import io.github.ordertimeout.scan.Arm;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * When a rule's passes begin: at the next due time, rounded up to the precision, at the latest after the interval, and then by cron and
 * quiet windows. By the store's clock. What is asked beside the thread that plans is safe to ask there.
 */
final class WakePlan {
    private final RuleParts parts;
    private final WorkWatch work;
    private volatile @Nullable Instant nextAt;
    private @Nullable Instant wokeAt;

    WakePlan(RuleParts parts, WorkWatch work) {
        this.parts = parts;
        this.work = work;
    }

    /** When the next pass is planned. */
    Optional<Instant> planned() {
        return Optional.ofNullable(nextAt);
    }

    /** By a cron no pass begins because of a start or of an order that was made. */
    boolean waitsForCron() {
        if (timetable().cron().isEmpty()) {
            return false;
        }
        Instant planned = nextAt;
        return planned == null || parts.store().now().isBefore(planned);
    }

    /** Whether no pass may be brought forward for an order that runs out then. */
    boolean isBound(Instant dueAt) {
        return timetable().cron().isPresent() || timetable().quietUntil(dueAt).isPresent();
    }

    /** Whether an order that runs out then would be met too late. */
    boolean wouldMiss(Instant dueAt) {
        Instant planned = nextAt;
        return planned != null && dueAt.isBefore(planned);
    }

    /** A pass begins. */
    void woke(Instant now) {
        wokeAt = now;
    }

    /** The sleep until an order or another matter is due, at most the interval, never less than a quarter of the precision. */
    Duration at(Instant now, Optional<Instant> due) {
        Duration most = longestSleep();
        return byTimetable(
                now,
                due.map(moment -> untilWake(now, moment))
                        .filter(wait -> wait.compareTo(most) < 0)
                        .orElseGet(() -> roundedUp(most)));
    }

    /** The sleep where nothing is known of what is due. */
    Duration longest(Instant now) {
        return byTimetable(now, longestSleep());
    }

    /** The sleep before work goes on that was broken off; whatever the timetable says. */
    Duration soonest(Instant now) {
        return planned(now, roundedUp(Duration.ZERO));
    }

    /**
     * For one node of many: where it would sleep for the whole interval it sleeps for up to a tenth less, each time anew, so that nodes
     * that started together come to look at different moments. A due time, a cron or a window stays exact.
     */
    Duration apart(Duration sleep, Random jitter) {
        return timetable().equals(Timetable.ALWAYS) && sleep.compareTo(longestSleep()) >= 0
                ? sleep.minusMillis((long) (jitter.nextDouble() * sleep.toMillis() / 10))
                : sleep;
    }

    /** Put off to the cron's next moment, and to the end of a quiet window. A cron's pass that failed comes again after the interval. */
    private Duration byTimetable(Instant now, Duration sleep) {
        if (timetable().equals(Timetable.ALWAYS)) {
            return planned(now, sleep);
        }
        Instant wanted = now.plus(sleep);
        Instant begin = timetable().begin(now, wanted);
        if (begin.isAfter(wanted) && work.failedInARow() > 0) {
            begin = timetable().quietUntil(wanted).orElse(wanted);
        }
        Duration rest = Duration.between(now, begin).plusMillis(1).truncatedTo(ChronoUnit.MILLIS);
        if (rest.compareTo(parts.rule().scan().interval()) > 0) {
            work.rests(rest);
        }
        nextAt = begin;
        return rest;
    }

    private Duration planned(Instant now, Duration sleep) {
        nextAt = now.plus(sleep);
        return sleep;
    }

    /**
     * Rounded up to the precision from the last wake on, so that what a pass takes does not come on top; with a rest of a quarter
     * of it at least.
     */
    private Duration untilWake(Instant now, Instant due) {
        Instant woke = wokeAt;
        Instant base = woke == null || woke.isAfter(now) ? now : woke;
        Instant soonest = now.plus(precision().dividedBy(4));
        Instant wanted = due.isBefore(soonest) ? soonest : due;
        return Duration.between(now, base.plus(roundedUp(Duration.between(base, wanted))));
    }

    /** With short terms an order that is made meanwhile waits for no more than half the shortest. */
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
        long precision = Math.max(1, precision().toMillis());
        // A part of a millisecond counts as one: never early.
        long millis = Math.max(1, sleep.plusNanos(999_999).toMillis());
        return Duration.ofMillis((millis + precision - 1) / precision * precision);
    }

    private Duration precision() {
        return parts.rule().scan().precision();
    }

    private Timetable timetable() {
        return parts.rule().scan().timetable();
    }
}
