package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.shop.StatementLog.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What an engine that runs by itself sends, parted into the wakes between which it sleeps. */
final class Wakes {
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

    /** Without the first, which is a full pass, and the last, which may have been cut. */
    List<List<Sent>> inner() {
        return wakes.size() < 3 ? List.of() : wakes.subList(1, wakes.size() - 1);
    }

    /** From the first statement's begin to the last one's answer. */
    static double millis(List<Sent> wake) {
        long end = wake.stream().mapToLong(one -> one.begun() + one.nanos()).max().orElseThrow();
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
