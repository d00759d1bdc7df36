package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Statements;
import io.github.ordertimeout.benchmarks.shop.StatementLog;
import io.github.ordertimeout.benchmarks.shop.StatementLog.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What an engine that runs by itself sends, parted into the wakes between which it sleeps. */
final class Wakes {
    private static final int FEWEST = 2;
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final List<List<Sent>> wakes = new ArrayList<>();

    /** Parts it where nothing was sent for at least that long. */
    Wakes(List<Sent> sent, Duration gap) {
        List<Sent> ordered = new ArrayList<>(sent);
        ordered.sort(Comparator.comparingLong(Sent::begun));
        long end = Long.MIN_VALUE;
        for (Sent one : ordered) {
            if (wakes.isEmpty() || one.begun() - end > gap.toNanos()) {
                wakes.add(new ArrayList<>());
            }
            wakes.get(wakes.size() - 1).add(one);
            end = Math.max(end, one.begun() + one.nanos());
        }
    }

    /**
     * Watches an engine for so long, and on until some wakes were seen, however busy the machine is.
     *
     * @param interval of its wakes
     */
    static List<List<Sent>> watch(StatementLog log, Duration time, Duration interval) {
        log.clear();
        long start = System.nanoTime();
        while (System.nanoTime() - start < LONGEST.toNanos()) {
            sleep(interval);
            List<List<Sent>> seen = new Wakes(ofPasses(log.sent()), interval.dividedBy(2)).inner();
            if (System.nanoTime() - start >= time.toNanos() && seen.size() >= FEWEST) {
                return seen;
            }
        }
        throw new IllegalStateException("No wakes were seen: " + Statements.table(log.sent()));
    }

    /** The compensation work has a thread of its own, whose wakes fall between. */
    private static List<Sent> ofPasses(List<Sent> sent) {
        return sent.stream()
                .filter(one -> one.thread().startsWith("order-timeout-" + EngineRule.NAME))
                .toList();
    }

    /** Without the first and the last, which may have been cut. */
    List<List<Sent>> inner() {
        return wakes.size() < 3 ? List.of() : wakes.subList(1, wakes.size() - 1);
    }

    /** From the first statement's begin to the last one's answer. */
    static double millis(List<Sent> wake) {
        long end =
                wake.stream().mapToLong(one -> one.begun() + one.nanos()).max().orElseThrow();
        return (end - wake.get(0).begun()) / 1e6;
    }

    static void sleep(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
