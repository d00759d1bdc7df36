package io.github.ordertimeout.close;

import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.time.TimeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Closes a batch so that one bad order stops no other, in transactions of as many orders as take about 200 ms, with rests between
 * them while the database is slower than of late. A failure is
 * classified first; only what may be an order's own fault is split.
 *
 * <ol>
 *   <li>Contention: the same batch again, {@value #TRIES} times. A lock time-out: the orders that wait for it are left out as busy,
 *       the others closed. Where nobody can say who waits, the batch is halved a few times, and what then remains is busy.
 *   <li>An unknown commit: the ledger tells what took effect.
 *   <li>The system's fault: the batch is dropped, nothing is counted against any order.
 *   <li>A refusal: {@value #PROBES_OF_A_REFUSAL} single orders, drawn at random, tell the system's fault from one order's.
 *   <li>An order's fault: halved until it stands alone. A batch above {@value #PROBES} orders is probed first: where that many
 *       single orders, drawn at random, fail alike, the fault is no order's own and the batch is dropped.
 * </ol>
 *
 * <p>Thread-safe where its closer is.
 */
public final class BatchCloser {
    private static final int TRIES = 3;
    private static final int PROBES = 16;
    private static final int PROBES_OF_A_SUSPECT = 2;
    private static final int PROBES_OF_A_REFUSAL = 3;
    private static final int MOST_NARROWINGS = 12;

    private final OrderCloser closer;
    private final LockedOrders locked;
    private final TimeSource time;
    private final TransactionSize size = new TransactionSize();
    private final Breather breather;
    private final Random draw = new Random(42);
    private volatile @Nullable String suspect;

    /** Takes what closes one transaction, and what tells which orders wait for a lock. */
    public BatchCloser(OrderCloser closer, LockedOrders locked) {
        this(closer, locked, TimeSource.system());
    }

    /** The same by another clock. */
    public BatchCloser(OrderCloser closer, LockedOrders locked, TimeSource time) {
        this.closer = closer;
        this.locked = locked;
        this.time = time;
        this.breather = new Breather(time);
    }

    /** How often a transaction has waited so far, since those before it were slow. */
    public long rests() {
        return breather.rests();
    }

    /** Closes what can be closed of the batch; throws only what the closer throws outside its contract. */
    public BatchOutcome close(CloseBatch batch) {
        return close(batch, PaymentAnswers.NOT_ASKED);
    }

    /**
     * The same for orders that the payment side was asked about. Its answers grow old while a batch is halved: before each
     * transaction they are asked for again where they have. Where even those are old at once, the orders are busy.
     *
     * @return no order that {@code answers} left out meanwhile
     */
    public BatchOutcome close(CloseBatch batch, PaymentAnswers answers) {
        Run run = new Run(batch, answers);
        List<OrderSnapshot> left = batch.orders();
        while (!left.isEmpty()) {
            List<OrderSnapshot> some = left.subList(0, Math.min(left.size(), size.most()));
            // Whoever asks for one order waits for it.
            if (batch.orders().size() > 1) {
                breather.rest();
            }
            run.close(some);
            left = left.subList(some.size(), left.size());
        }
        return run.outcome();
    }

    /** One batch's way through retries and isolation. */
    private final class Run {
        private final CloseBatch batch;
        private final PaymentAnswers answers;
        private final Set<String> leftOut = new HashSet<>();
        private final List<ClosedOrder> closed = new ArrayList<>();
        private final Map<String, NotClosed> notClosed = new LinkedHashMap<>();
        private final Map<String, String> poison = new LinkedHashMap<>();
        private final List<String> dropped = new ArrayList<>();
        private @Nullable CloseFailedException fault;
        private int narrowings;

        Run(CloseBatch batch, PaymentAnswers answers) {
            this.batch = batch;
            this.answers = answers;
        }

        void close(List<OrderSnapshot> wanted) {
            Optional<CloseFailedException> failure = attempt(wanted);
            if (failure.isEmpty()) {
                suspect = fault == null ? null : suspect;
                return;
            }
            List<OrderSnapshot> orders = among(wanted);
            if (failure.get().kind() == FailureKind.REFUSED) {
                probe(orders, failure.get(), Math.min(PROBES_OF_A_REFUSAL, orders.size()));
            } else if (orders.size() > PROBES) {
                probe(orders, failure.get(), failure.get().signature().equals(suspect) ? PROBES_OF_A_SUSPECT : PROBES);
            } else {
                split(orders, failure.get());
            }
        }

        /** Yields the failure where it may be an order's own; everything else is settled here. */
        private Optional<CloseFailedException> attempt(List<OrderSnapshot> wanted) {
            if (fault != null) {
                wanted.forEach(order -> dropped.add(order.id()));
                return Optional.empty();
            }
            List<OrderSnapshot> orders = renewed(wanted);
            if (orders.isEmpty()) {
                return Optional.empty();
            }
            if (!answers.areValid(orders)) {
                busy(orders, "the payment side's answer has grown old");
                return Optional.empty();
            }
            CloseBatch request = batch.withOrders(orders);
            for (int attempt = 1; ; attempt++) {
                long begun = time.nanoTime();
                try {
                    take(closer.close(request));
                    long took = time.nanoTime() - begun;
                    size.took(orders.size(), took);
                    breather.took(orders.size(), took, batch.cause().rule());
                    return Optional.empty();
                } catch (CloseFailedException e) {
                    if (e.kind() == FailureKind.ORDER || e.kind() == FailureKind.REFUSED) {
                        return Optional.of(e);
                    }
                    if (e.kind() != FailureKind.CONTENTION || attempt == TRIES || !answers.areValid(orders)) {
                        settle(request, e);
                        return Optional.empty();
                    }
                    request = batch.withOrders(orders);
                }
            }
        }

        private List<OrderSnapshot> renewed(List<OrderSnapshot> orders) {
            if (answers.areValid(orders)) {
                return orders;
            }
            List<OrderSnapshot> renewed = answers.renew(orders);
            orders.forEach(order -> leftOut.add(order.id()));
            renewed.forEach(order -> leftOut.remove(order.id()));
            return renewed;
        }

        /** Those that the payment side does not hold back meanwhile. */
        private List<OrderSnapshot> among(List<OrderSnapshot> orders) {
            return leftOut.isEmpty()
                    ? orders
                    : orders.stream()
                            .filter(order -> !leftOut.contains(order.id()))
                            .toList();
        }

        private void settle(CloseBatch request, CloseFailedException failure) {
            switch (failure.kind()) {
                case CONTENTION -> narrow(request.orders(), "deadlock with another transaction");
                case LOCKED -> withoutLocked(request.orders());
                case OUTCOME_UNKNOWN -> askLedger(request, failure);
                default -> drop(request.orders(), failure);
            }
        }

        private void withoutLocked(List<OrderSnapshot> orders) {
            Set<String> waiting = lockedAmong(orders);
            if (waiting.isEmpty()) {
                narrow(orders, "a row that its close needs is locked");
                return;
            }
            if (orders.size() == waiting.size()) {
                busy(orders, "a stock row is locked");
                return;
            }
            busy(orders.stream().filter(order -> waiting.contains(order.id())).toList(), "a stock row is locked");
            close(orders.stream().filter(order -> !waiting.contains(order.id())).toList());
        }

        /** Halves until few are left, a bounded number of times: each attempt may cost a lock time-out. */
        private void narrow(List<OrderSnapshot> orders, String what) {
            if (orders.size() == 1 || narrowings == MOST_NARROWINGS) {
                busy(orders, what);
                return;
            }
            narrowings++;
            halves(orders);
        }

        private Set<String> lockedAmong(List<OrderSnapshot> orders) {
            try {
                return locked.among(orders);
            } catch (RuntimeException e) {
                // Who waits cannot be told now, so all of them do; the next pass asks again.
                return Set.of();
            }
        }

        /** The transaction is whole or not at all: one ledger row of it proves that it took effect. */
        private void askLedger(CloseBatch request, CloseFailedException failure) {
            List<ClosedOrder> found;
            try {
                found = closer.closedBy(request);
            } catch (CloseFailedException e) {
                drop(request.orders(), failure);
                return;
            }
            if (found.isEmpty()) {
                drop(request.orders(), failure);
                return;
            }
            Set<String> closedIds =
                    found.stream().map(order -> order.order().id()).collect(Collectors.toSet());
            take(new CloseResult(found, Map.of()));
            // Why the others were left out is lost with the answer. They may only have been locked: looked at again
            // soon.
            busy(
                    request.orders().stream()
                            .filter(order -> !closedIds.contains(order.id()))
                            .toList(),
                    "why it was not closed was lost with the answer of the commit");
        }

        private void probe(List<OrderSnapshot> orders, CloseFailedException failure, int probes) {
            if (orders.size() == 1) {
                drop(orders, failure);
                return;
            }
            List<OrderSnapshot> shuffled = new ArrayList<>(orders);
            synchronized (draw) {
                Collections.shuffle(shuffled, draw);
            }
            Map<String, String> failed = new LinkedHashMap<>();
            boolean alike = true;
            for (OrderSnapshot order : shuffled.subList(0, probes)) {
                Optional<CloseFailedException> own = attempt(List.of(order));
                own.ifPresent(e -> failed.put(order.id(), e.getMessage()));
                alike &= own.filter(e -> e.signature().equals(failure.signature()))
                        .isPresent();
            }
            if (alike) {
                suspect = failure.signature();
                drop(orders, failure);
                return;
            }
            poison.putAll(failed);
            Set<String> probed = Set.copyOf(
                    shuffled.subList(0, probes).stream().map(OrderSnapshot::id).toList());
            halves(orders.stream().filter(order -> !probed.contains(order.id())).toList());
        }

        private void split(List<OrderSnapshot> wanted, CloseFailedException failure) {
            List<OrderSnapshot> orders = among(wanted);
            if (orders.size() == 1) {
                poison.put(orders.get(0).id(), failure.getMessage());
            } else {
                halves(orders);
            }
        }

        private void halves(List<OrderSnapshot> orders) {
            int middle = orders.size() / 2;
            for (List<OrderSnapshot> half : List.of(orders.subList(0, middle), orders.subList(middle, orders.size()))) {
                if (!half.isEmpty()) {
                    attempt(half).ifPresent(failure -> split(half, failure));
                }
            }
        }

        private void take(CloseResult result) {
            closed.addAll(result.closed());
            notClosed.putAll(result.notClosed());
        }

        private void busy(List<OrderSnapshot> orders, String what) {
            orders.forEach(order -> notClosed.put(order.id(), new NotClosed.Busy(what)));
        }

        private void drop(List<OrderSnapshot> orders, CloseFailedException failure) {
            orders.forEach(order -> dropped.add(order.id()));
            fault = failure;
        }

        BatchOutcome outcome() {
            return new BatchOutcome(closed, notClosed, poison, dropped, Optional.ofNullable(fault));
        }
    }
}
