package io.github.ordertimeout.simulation;

import io.github.ordertimeout.memory.FaultPoint;
import io.github.ordertimeout.memory.MemoryDatabaseException;
import io.github.ordertimeout.simulation.Plan.FaultPlan;
import java.util.Locale;
import java.util.SplittableRandom;

/** What happens before every step of every transaction: time passes, others go on, and now and then something breaks. */
final class Faults implements FaultPoint {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;

    private final Plan plan;
    private final Scheduler scheduler;
    private final History history;
    private final Trace trace;

    Faults(Plan plan, Scheduler scheduler, History history, Trace trace) {
        this.plan = plan;
        this.scheduler = scheduler;
        this.history = history;
        this.trace = trace;
    }

    @Override
    public void reached(Step step, long transaction, String table) {
        Actor actor = scheduler.running();
        if (actor == null) {
            return;
        }
        if (step == Step.COMMITTED) {
            history.committed(actor, transaction);
        }
        if (step == Step.BEGIN) {
            history.begins(transaction);
        }
        scheduler.sleep(time(actor));
        if (trace.isOn()) {
            trace.add(actor, "tx " + transaction + " " + step.name().toLowerCase(Locale.ROOT) + " " + table);
        }
        if (actor.node != null) {
            actor.node.survives(actor);
            fail(step, actor);
        }
        if (table.equals("orders") && (step == Step.LOCK || step == Step.WRITE)) {
            history.locks(transaction);
        }
    }

    /** A call of a policy, a releaser or a listener. */
    void call(Actor actor) {
        boolean hangs = isStormy() && actor.random.nextDouble() < plan.faults().hang();
        scheduler.sleep(hangs ? actor.random.nextLong(10 * SECOND, 180 * SECOND) : time(actor));
        if (actor.node != null) {
            actor.node.survives(actor);
        }
    }

    /** One leg of a remote call. */
    void step(Actor actor) {
        scheduler.sleep(time(actor));
        if (actor.node != null) {
            actor.node.survives(actor);
        }
    }

    /** Whether faults happen: until the nodes' day is over. */
    boolean isStormy() {
        return scheduler.now() < plan.length();
    }

    private long time(Actor actor) {
        SplittableRandom random = actor.random;
        if (!isStormy()) {
            return 1000;
        }
        int drawn = random.nextInt(100);
        if (actor.node == null) {
            return drawn < 85 ? random.nextLong(MILLI, 20 * MILLI) : random.nextLong(20 * MILLI, 800 * MILLI);
        }
        long time = drawn < 60
                ? random.nextLong(MILLI, 10 * MILLI)
                : drawn < 90
                        ? random.nextLong(10 * MILLI, 200 * MILLI)
                        : drawn < 99
                                ? random.nextLong(200 * MILLI, 2 * SECOND)
                                : random.nextLong(2 * SECOND, 9 * SECOND);
        return plan.faults().slow() ? 3 * time : time;
    }

    private void fail(Step step, Actor actor) {
        if (!isStormy()) {
            return;
        }
        FaultPlan faults = plan.faults();
        double drawn = actor.random.nextDouble();
        boolean atCommit = step == Step.COMMIT || step == Step.COMMITTED;
        if (isOutage() || drawn < (atCommit ? faults.unknown() : faults.lost())) {
            trace.add(actor, "loses its connection");
            throw MemoryDatabaseException.connectionLost();
        }
        if (step != Step.COMMITTED && step != Step.BEGIN && drawn > 1 - faults.deadlock()) {
            trace.add(actor, "is a deadlock's victim");
            throw MemoryDatabaseException.deadlock();
        }
    }

    private boolean isOutage() {
        long now = scheduler.now();
        return plan.faults().outages().stream().anyMatch(o -> now >= o[0] * SECOND && now < o[1] * SECOND);
    }
}
