package io.github.ordertimeout.simulation;

import io.github.ordertimeout.CloseAnswer;
import io.github.ordertimeout.EnginePasses;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.payment.Confirmation;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One node: builds its engine, lets it make passes, dies, and begins again with nothing but the database. */
final class Node {
    private static final long SECOND = 1_000_000_000L;

    /** The process is gone. Nothing catches it but the node. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("The node has crashed", null, false, false);
        }
    }

    final String name;
    final Plan.NodePlan plan;
    private final World world;
    private final Scheduler scheduler;
    private @Nullable OrderTimeoutEngine engine;
    private @Nullable EnginePasses passes;
    private int life;
    private long crashIn = -1;
    private @Nullable Actor settling;
    private final Set<Actor> asking = new HashSet<>();
    /** Closes that reports and answers told of; the compensation loop has no report, there events count. */
    private long told;
    /** Overdue orders that the last pass left for the next one. */
    private long backlog;

    Node(String name, Plan.NodePlan plan, World world, Scheduler scheduler) {
        this.name = name;
        this.plan = plan;
        this.world = world;
        this.scheduler = scheduler;
    }

    ProviderCalls provider() {
        return world.calls;
    }

    int life() {
        return life;
    }

    long told() {
        return told;
    }

    long backlog() {
        return backlog;
    }

    /** Whether the engine it was started with is still the one that runs. */
    boolean neverDied() {
        return life == 0 && engine != null;
    }

    void crashIn(long steps) {
        if (engine != null && crashIn < 0) {
            crashIn = steps;
        }
    }

    /** A place to die at. */
    void survives(Actor actor) {
        if (actor.life != life) {
            throw new Crash();
        }
        if (world.isStormy() && crashIn >= 0 && crashIn-- == 0) {
            life++;
            engine = null;
            world.trace().add(actor, "CRASH");
            throw new Crash();
        }
    }

    /** The node's whole day. */
    void live() {
        Actor me = me();
        while (world.isStormy()) {
            try {
                me.life = life;
                start();
                while (world.isStormy()) {
                    pass(me);
                }
            } catch (Crash e) {
                engine = null;
                scheduler.sleep(me.random.nextLong(SECOND / 10, 15 * SECOND));
            }
        }
    }

    void start() {
        OrderTimeoutEngine built = world.engine(this);
        engine = built;
        passes = new EnginePasses(built, RuleMaker.NAME);
    }

    private void pass(Actor me) {
        if (me.random.nextInt(100) < 15) {
            try {
                runOnce();
            } catch (RuntimeException e) {
                world.trace().add(me, "pass threw " + e.getMessage());
            }
            sleep(me, me.random.nextLong(SECOND, 10 * SECOND));
        } else {
            sleep(me, next() + me.random.nextLong(SECOND / 2));
        }
    }

    /** The loop that works off the compensation table, while the passes go on. */
    void settle() {
        Actor me = me();
        settling = me;
        long interval = world.plan().rule().scan().interval().toNanos();
        while (world.isStormy()) {
            me.life = life;
            EnginePasses serving = passes;
            try {
                if (engine != null && serving != null) {
                    serving.compensate();
                }
                scheduler.sleep(interval);
            } catch (Crash e) {
                scheduler.sleep(SECOND);
            } catch (RuntimeException e) {
                world.trace().add(me, "threw " + e.getMessage());
                scheduler.sleep(SECOND);
            }
        }
    }

    private void sleep(Actor me, long nanos) {
        scheduler.sleep(nanos);
        survives(me);
    }

    /** The pass that is due; yields how long the engine would sleep. */
    long next() {
        return passes().loop(this::report).toNanos();
    }

    PassReport runOnce() {
        PassReport report = engine().runOnce();
        report(report.rules().get(RuleMaker.NAME));
        return report;
    }

    private void report(RuleReport report) {
        told += report.closed();
        backlog = report.remaining();
        if (world.trace().isOn()) {
            world.trace()
                    .add(
                            me(),
                            "pass: scanned " + report.scanned() + ", closed " + report.closed() + ", lost "
                                    + report.lostRace() + ", busy " + report.busy() + ", failed " + report.failed()
                                    + ", remaining " + report.remaining() + " " + report.reasons()
                                    + report.error().map(" "::concat).orElse(""));
        }
        ReportChecks.identity(report);
    }

    /** A request that comes in while the node may be in the middle of a pass. */
    void request(Action action) {
        Actor me = me();
        me.life = life;
        OrderTimeoutEngine serving = engine;
        if (serving == null) {
            return;
        }
        String id = String.valueOf(action.target());
        try {
            CloseAnswer answer = action.kind() == Action.Kind.CLOSE_NOW
                    ? serving.closeNow(id)
                    : serving.cancel(id, "called us", "ann");
            told += answer == CloseAnswer.CLOSED ? 1 : 0;
            world.trace().add(me, action + ": " + answer);
        } catch (Crash e) {
            world.trace().add(me, action + " died with its node");
        } catch (RuntimeException e) {
            world.trace().add(me, action + " threw " + e.getMessage());
        }
    }

    /** A buyer asks whether the order may be paid; yields whether nothing speaks against it. */
    boolean begin(String order) {
        Actor me = me();
        me.life = life;
        OrderTimeoutEngine serving = engine;
        if (serving == null) {
            return false;
        }
        asking.add(me);
        try {
            return serving.guard().begin(order).mayBePaid();
        } catch (Crash e) {
            return false;
        } catch (RuntimeException e) {
            world.trace().add(me, "begin threw " + e.getMessage());
            return false;
        }
    }

    /** A callback of the provider; yields whether it was taken. */
    boolean confirm(Provider.Attempt payment) {
        Actor me = me();
        me.life = life;
        OrderTimeoutEngine serving = engine;
        if (serving == null) {
            return false;
        }
        Instant began = world.now();
        boolean byNumber = me.random.nextInt(4) == 0;
        Optional<BigDecimal> amount = world.plan().knowsAmounts() || me.random.nextBoolean()
                ? Optional.of(BigDecimal.valueOf(payment.money))
                : Optional.empty();
        try {
            Confirmation confirmation =
                    serving.guard().confirm(byNumber ? "N" + payment.order : payment.order, payment.reference, amount);
            world.trace().add(me, payment.reference + ": " + confirmation.result() + " " + confirmation.reason());
            world.payments.taken(payment.reference, began, confirmation);
            return true;
        } catch (Crash e) {
            return false;
        } catch (RuntimeException e) {
            world.trace().add(me, payment.reference + " threw " + e.getMessage());
            return false;
        }
    }

    void heard(EngineEvent event) {
        if (event instanceof EngineEvent.OrderClosed && (me().equals(settling) || asking.contains(me()))) {
            told++;
        }
        world.heard(this, event);
    }

    OrderTimeoutEngine engine() {
        if (engine == null) {
            throw new IllegalStateException(name + " is down");
        }
        return engine;
    }

    private EnginePasses passes() {
        if (passes == null) {
            throw new IllegalStateException(name + " is down");
        }
        return passes;
    }

    private Actor me() {
        Actor me = scheduler.running();
        if (me == null) {
            throw new IllegalStateException("Nobody runs");
        }
        return me;
    }

    @Override
    public String toString() {
        return name;
    }
}
