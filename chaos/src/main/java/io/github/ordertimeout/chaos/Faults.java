package io.github.ordertimeout.chaos;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.testkit.network.Direction;
import io.github.ordertimeout.testkit.network.FaultyProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Injects the faults of a plan, each on a thread of its own, and ends them. */
final class Faults {
    private final ShopDatabase database;
    private final Stubs stubs;
    private final List<NodeProcess> nodes;
    private final List<FaultyProxy> lines;
    private final OrderTimeoutEngine operator;
    private final Journal journal;
    private final String oldClassPath;
    private final Map<FaultKind, Integer> injected = new EnumMap<>(FaultKind.class);

    /** The lines are the nodes', and then the shop's. */
    Faults(
            ShopDatabase database,
            Stubs stubs,
            List<NodeProcess> nodes,
            List<FaultyProxy> lines,
            OrderTimeoutEngine operator,
            Journal journal,
            String oldClassPath) {
        this.database = database;
        this.stubs = stubs;
        this.nodes = nodes;
        this.lines = lines;
        this.operator = operator;
        this.journal = journal;
        this.oldClassPath = oldClassPath;
    }

    /** Runs the plan, and returns when the last fault has ended. */
    void run(List<Fault> plan) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        long start = System.nanoTime();
        for (Fault fault : plan) {
            Thread thread = new Thread(() -> one(fault, start), "chaos-fault");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** How many there were of each kind. */
    synchronized Map<FaultKind, Integer> injected() {
        return new EnumMap<>(injected);
    }

    private void one(Fault fault, long start) {
        try {
            TimeUnit.NANOSECONDS.sleep(start + fault.at().toNanos() - System.nanoTime());
            journal.note("FAULT " + fault);
            inject(fault);
            synchronized (this) {
                injected.merge(fault.kind(), 1, Integer::sum);
            }
            journal.note("ENDED " + fault);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            journal.note("FAULT FAILED " + fault + ": " + e);
            throw e;
        }
    }

    private void inject(Fault fault) throws InterruptedException {
        switch (fault.kind()) {
            case KILL -> kill(fault);
            case STOP -> stop(fault);
            case CUT -> lines.get(fault.target()).cut();
            case LOST_ANSWER -> lines.get(fault.target()).cutOnNext(Direction.TO_CLIENT);
            case BLACK_HOLE, DELAY -> line(fault);
            case CLOCK -> {
                nodes.get(fault.target()).skew(fault.size());
                rest(fault);
            }
            case PROVIDER_HUNG -> trouble(stubs.atProvider(), Trouble.Way.HUNG, fault);
            case PROVIDER_FLAKY -> trouble(stubs.atProvider(), Trouble.Way.FLAKY, fault);
            case WAREHOUSE_DOWN -> trouble(stubs.atWarehouse(), Trouble.Way.DOWN, fault);
            case WAREHOUSE_FLAKY -> trouble(stubs.atWarehouse(), Trouble.Way.FLAKY, fault);
            case TABLE_REFUSES -> refuse(fault);
            case BRAKE -> brake(fault);
            case READ_ONLY -> {
                readOnly(true);
                rest(fault);
                readOnly(false);
            }
            case DATABASE_STOP -> {
                database.stop();
                rest(fault);
                database.startAgain();
            }
            case ROLLING_UPDATE -> rollingUpdate(fault);
        }
    }

    private static void rest(Fault fault) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(fault.length().toNanos());
    }

    private void kill(Fault fault) throws InterruptedException {
        NodeProcess node = nodes.get(fault.target());
        node.kill();
        rest(fault);
        node.start(Round.usual());
    }

    private void stop(Fault fault) throws InterruptedException {
        NodeProcess node = nodes.get(fault.target());
        node.signal("STOP");
        rest(fault);
        node.signal("CONT");
    }

    private void line(Fault fault) throws InterruptedException {
        FaultyProxy line = lines.get(fault.target());
        for (Direction direction : Direction.values()) {
            if (fault.kind() == FaultKind.BLACK_HOLE) {
                line.hold(direction);
            } else {
                line.delay(direction, Duration.ofMillis(5 + Math.abs(fault.size()) / 4));
            }
        }
        rest(fault);
        line.heal();
    }

    private static void trouble(Trouble trouble, Trouble.Way way, Fault fault) throws InterruptedException {
        trouble.begin(way);
        rest(fault);
        trouble.heal();
    }

    private void refuse(Fault fault) throws InterruptedException {
        String table = ShopTables.REFUSING.get((int) Math.floorMod(fault.size(), ShopTables.REFUSING.size()));
        long way = 1 + Math.floorMod(fault.size() / 3, 2);
        String update = "update chaos_switch set refuse = %d where name = '" + table + "'";
        untilDone(() -> {
            database.execute(String.format(update, way));
            return true;
        });
        rest(fault);
        untilDone(() -> {
            database.execute(String.format(update, 0));
            return true;
        });
    }

    private void brake(Fault fault) throws InterruptedException {
        NodeProcess node = nodes.get(fault.target());
        node.kill();
        node.start(Round.braking());
        rest(fault);
        node.kill();
        node.start(Round.usual());
        untilDone(() -> {
            journal.note("the rule was " + (operator.resume(Engines.RULE) ? "" : "not ") + "braked");
            return true;
        });
    }

    private void readOnly(boolean on) throws InterruptedException {
        untilDone(() -> {
            database.readOnly(on);
            return true;
        });
    }

    private void rollingUpdate(Fault fault) throws InterruptedException {
        NodeProcess node = nodes.get(fault.target());
        node.kill();
        node.start(Round.usualOn(oldClassPath));
        rest(fault);
        node.kill();
        node.start(Round.usual());
    }

    /** The database may be away by another fault. */
    private static void untilDone(Callable<Boolean> work) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (true) {
            try {
                work.call();
                return;
            } catch (Exception e) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException("A fault cannot be begun or ended", e);
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
    }
}
