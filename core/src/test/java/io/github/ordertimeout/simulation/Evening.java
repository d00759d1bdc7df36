package io.github.ordertimeout.simulation;

import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What follows a day: faults have stopped, engines run until nothing is left to do, then everything is counted. */
final class Evening {
    private static final long SECOND = 1_000_000_000L;
    private static final Duration STUCK_LOOK = Duration.ofMinutes(11);
    private static final int MOST_PASSES = 40;

    private final World world;
    private final Scheduler scheduler;
    private final Oracle oracle;

    Evening(World world, Scheduler scheduler) {
        this.world = world;
        this.scheduler = scheduler;
        this.oracle = world.oracle;
    }

    /** Yields what is wrong; null where nothing is. */
    @Nullable
    Throwable run() {
        Optional<Node> survivor = world.nodes().stream()
                .filter(node -> node.neverDied() && node.plan.replicaLag() == 0)
                .findFirst();
        if (survivor.isPresent()) {
            Node node = survivor.get();
            scheduler.spawn("evening of " + node, 1, node, () -> carryOn(node));
            Throwable thrown = scheduler.run();
            if (thrown != null) {
                return thrown;
            }
        }
        Node auditor = new Node("auditor", new Plan.NodePlan(0, 0), world, scheduler);
        world.nodes().add(auditor);
        scheduler.spawn("auditor", SECOND, auditor, () -> audit(auditor));
        return scheduler.run();
    }

    /** A node that lived through the day goes on as it always does; what ran out under its eyes it has closed. */
    private void carryOn(Node node) {
        long interval = world.plan().rule().scan().interval().toNanos();
        Instant last = lastClose();
        do {
            scheduler.sleep(node.next());
            if (world.brake.isHeld()) {
                node.engine().resume(RuleMaker.NAME);
            }
        } while (node.backlog() > 0 || !world.now().minusNanos(3 * interval).isAfter(last));
        for (MemoryRow order : world.history.rows("orders")) {
            if (isPlain(order) && oracle.isClosable(order, world.now())) {
                throw new Violation(
                        4,
                        "order " + order.key() + " ran out at " + oracle.closesAt(order) + " and was overlooked by "
                                + node);
            }
        }
    }

    private Instant lastClose() {
        Instant last = world.now();
        for (MemoryRow order : world.history.rows("orders")) {
            Optional<Instant> at = oracle.closesAt(order).filter(a -> oracle.isClosable(order));
            last = at.isPresent() && at.get().isAfter(last) ? at.get() : last;
        }
        return last;
    }

    /** Made before it ran out, never touched since, and nothing speaks against its close. */
    private boolean isPlain(MemoryRow order) {
        List<Instant> touched = world.history.touched(order.key());
        return touched.size() == 1
                && oracle.closesAt(order).filter(touched.get(0)::isBefore).isPresent()
                && world.plan().tempers().get(order.key()) == Action.Temper.PLAIN
                && !isMatterOfPayment(order.key())
                && world.settle.fault(order.key()).isEmpty();
    }

    /** What the provider holds back, or has held back, is looked at again when that is due. */
    private boolean isMatterOfPayment(String id) {
        return (world.plan().payments().gateway() && !world.plan().payments().isReliable())
                || !world.provider.of(id).isEmpty()
                || world.payments.has(CompensationKind.STUCK, id, "");
    }

    private void audit(Node node) {
        node.start();
        world.checkout.night();
        // Half a second off, since times are whole seconds: nothing runs out or grows too old while a pass goes on.
        scheduler.sleep(Math.max(1, Duration.between(world.now(), lastClose()).toNanos()) + 3 * SECOND / 2);
        List<MemoryRow> overdue = overdue();
        long tooOld = tooOld();
        RuleReport plan = Objects.requireNonNull(node.engine().plan().rules().get(RuleMaker.NAME));
        ReportChecks.complete("a plan", plan, overdue.size(), 0, waiting(overdue, Instant.MIN));
        if (plan.tooOld() != tooOld) {
            throw new Violation(4, plan.tooOld() + " orders are said to be too old, " + tooOld + " are");
        }
        int stuckLooks = 3;
        for (int pass = 0; pass < MOST_PASSES; pass++) {
            world.checkout.deliverLate(node);
            // Where too much ran out at once the brake trips, and this releases it before the next pass.
            node.engine().resume(RuleMaker.NAME);
            Instant now = world.now();
            overdue = overdue();
            long waiting = waiting(overdue, now);
            RuleReport report = Objects.requireNonNull(node.runOnce().rules().get(RuleMaker.NAME));
            long settled = overdue.stream().filter(this::isSettledBesides).count();
            ReportChecks.complete("a pass", report, overdue.size(), settled, waiting);
            Optional<Instant> next = nextAttempt(Set.of(
                    CompensationKind.CLOSE,
                    CompensationKind.REFUND,
                    CompensationKind.RECHECK,
                    CompensationKind.RELEASE));
            if (next.isEmpty() && report.remaining() == 0 && stuckLooks-- > 0) {
                // By then each of them is due.
                next = nextAttempt(Set.of(CompensationKind.STUCK))
                        .map(at -> world.now()
                                .plus(STUCK_LOOK)
                                .plus(world.plan().rule().payment().recheck()));
            }
            if (report.remaining() == 0 && next.isEmpty()) {
                break;
            }
            long wait = next.filter(at -> report.remaining() == 0)
                    .map(at -> Duration.between(world.now(), at).toNanos())
                    .orElse(1L);
            scheduler.sleep(Math.max(1, wait));
        }
        EndChecks.check(world);
    }

    private List<MemoryRow> overdue() {
        List<MemoryRow> overdue = new ArrayList<>();
        world.history.rows("orders").forEach(row -> {
            if (oracle.isToBeScanned(row, world.now())) {
                overdue.add(row);
            }
        });
        return overdue;
    }

    private long tooOld() {
        long tooOld = 0;
        for (MemoryRow row : world.history.rows("orders")) {
            if (oracle.isOpen(row)
                    && oracle.isSelected(row)
                    && oracle.isOverdue(row, world.now())
                    && oracle.isTooOld(row, world.now())) {
                tooOld++;
            }
        }
        return tooOld;
    }

    /** How many of these orders have a row that is tried later than at that moment only. */
    private long waiting(List<MemoryRow> orders, Instant now) {
        long waiting = 0;
        for (MemoryRow row : world.history.rows("order_timeout_compensation")) {
            boolean later = row.get("next_attempt_at") instanceof Instant at && at.isAfter(now);
            if (row.get("kind") == CompensationKind.CLOSE
                    && later
                    && orders.stream().anyMatch(order -> order.key().equals(row.text("order_id")))) {
                waiting++;
            }
        }
        return waiting;
    }

    /** Paid or held by the guard, so that the work on its row may have counted it nowhere. */
    private boolean isSettledBesides(MemoryRow before) {
        MemoryRow order = world.history.row("orders", before.key());
        return order != null && (oracle.isPaid(order) || world.payments.isHeld(before.key()));
    }

    private Optional<Instant> nextAttempt(Set<CompensationKind> kinds) {
        Optional<Instant> next = Optional.empty();
        for (MemoryRow row : world.history.rows("order_timeout_compensation")) {
            if (row.get("kind") instanceof CompensationKind kind
                    && kinds.contains(kind)
                    && (kind == CompensationKind.REFUND
                            || kind == CompensationKind.RELEASE
                            || row.get("state") == CompensationState.PENDING)
                    && row.get("next_attempt_at") instanceof Instant at
                    && next.filter(n -> n.isBefore(at)).isEmpty()) {
                next = Optional.of(at);
            }
        }
        return next;
    }
}
