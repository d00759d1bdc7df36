package io.github.ordertimeout;

import io.github.ordertimeout.check.PaymentCheck;
import io.github.ordertimeout.check.PaymentDecision;
import io.github.ordertimeout.close.BatchOutcome;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.close.PaymentAnswers;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Closes checked orders. Where a payment side is to be asked, a round of orders at a time:
 *
 * <ol>
 *   <li>Every condition once more, as the primary says now: an order that stays open must keep its payment.
 *   <li>The query; then, where nothing was paid, the cancel at the provider. Both outside any transaction.
 *   <li>The close, before the answers grow old. A slow provider so leads to small closes, a fast one to whole pages.
 * </ol>
 */
final class CloseStep {
    /** Told what becomes of each order, exactly once each. */
    interface Outcomes {
        /** The payment side holds it back. */
        void held(OrderSnapshot order, PaymentDecision.Held held);

        /** A pending payment of it was cancelled, and it is open all the same; what becomes of it is told besides. */
        default void cancelledButOpen(OrderSnapshot order) {}

        /** These went through closing transactions. */
        void closed(List<OrderSnapshot> orders, BatchOutcome outcome);
    }

    private final RuleParts parts;

    CloseStep(RuleParts parts) {
        this.parts = parts;
    }

    /** Closes these orders, as far as the payment side and the close allow. */
    void close(List<OrderSnapshot> orders, CloseCause cause, Instant now, Outcomes outcomes) {
        if (parts.payments().isEmpty()) {
            outcomes.closed(orders, parts.close(orders, now, cause, PaymentAnswers.NOT_ASKED, Set.of()));
        } else {
            new Asking(parts.payments().get(), cause, now, outcomes).close(orders);
        }
    }

    /** An order that nobody has paid, as was asked for at a moment of the payment check's clock. */
    private record Unpaid(OrderSnapshot order, long asked) {}

    /** One list of orders on its way past the payment side. */
    private final class Asking implements PaymentAnswers {
        private final PaymentCheck payments;
        private final CloseCause cause;
        private final Instant now;
        private final Outcomes outcomes;
        private final Map<String, Unpaid> unpaid = new LinkedHashMap<>();
        private final List<Runnable> held = new ArrayList<>();
        private final Set<String> watched = new HashSet<>();
        private final Set<String> cancelled = new HashSet<>();

        Asking(PaymentCheck payments, CloseCause cause, Instant now, Outcomes outcomes) {
            this.payments = payments;
            this.cause = cause;
            this.now = now;
            this.outcomes = outcomes;
        }

        void close(List<OrderSnapshot> orders) {
            List<List<OrderSnapshot>> units = payments.drawn(units(orders));
            int next = 0;
            while (next < units.size()) {
                int end = (int) Math.min(units.size(), (long) next + payments.roundSize());
                ask(stillClosable(units.subList(next, end)));
                next = end;
                if (next == units.size() || payments.isAging(oldest())) {
                    try {
                        flush();
                    } finally {
                        tellHeld();
                    }
                }
            }
        }

        /** After the close: what is written about orders that stay open must not let the answers about the others grow old. */
        private void tellHeld() {
            List<Runnable> all = List.copyOf(held);
            held.clear();
            all.forEach(Runnable::run);
        }

        /** Orders that are paid together, one by one elsewhere; in their order. */
        private List<List<OrderSnapshot>> units(List<OrderSnapshot> orders) {
            Map<String, List<OrderSnapshot>> units = new LinkedHashMap<>();
            for (OrderSnapshot order : orders) {
                String unit = group(order).map(group -> "group " + group).orElse("order " + order.id());
                units.computeIfAbsent(unit, key -> new ArrayList<>()).add(order);
            }
            return List.copyOf(units.values());
        }

        private Optional<String> group(OrderSnapshot order) {
            return PaymentGroup.value(parts.rule(), order);
        }

        private List<List<OrderSnapshot>> stillClosable(List<List<OrderSnapshot>> units) {
            List<OrderSnapshot> all = units.stream().flatMap(List::stream).toList();
            Map<String, NotClosed> gone;
            try {
                gone = parts.notClosable(all, now, cause);
            } catch (CloseFailedException e) {
                failed(all, e);
                return List.of();
            }
            if (gone.isEmpty()) {
                return units;
            }
            ended(
                    all.stream().filter(order -> gone.containsKey(order.id())).toList(),
                    new BatchOutcome(List.of(), gone, Map.of(), List.of(), Optional.empty()));
            return units.stream()
                    .map(unit -> unit.stream()
                            .filter(order -> !gone.containsKey(order.id()))
                            .toList())
                    .filter(unit -> !unit.isEmpty())
                    .toList();
        }

        private void failed(List<OrderSnapshot> orders, CloseFailedException fault) {
            ended(
                    orders,
                    new BatchOutcome(
                            List.of(),
                            Map.of(),
                            Map.of(),
                            orders.stream().map(OrderSnapshot::id).toList(),
                            Optional.of(fault)));
        }

        private void ask(List<List<OrderSnapshot>> units) {
            if (units.isEmpty()) {
                return;
            }
            List<OrderSnapshot> all = units.stream().flatMap(List::stream).toList();
            Set<OrderKey> holding;
            try {
                holding = payments.cancels() ? holding(all) : Set.of();
            } catch (RuntimeException e) {
                // Neither to be cancelled, since this may be the rest of an amount, nor to be closed over it
                // uncancelled.
                failed(
                        all,
                        new CloseFailedException(
                                FailureKind.SYSTEM,
                                "payments",
                                "What the guard knows of payments could not be read: " + e.getMessage(),
                                e));
                return;
            }
            PaymentCheck.Round round = payments.ask(units, unit -> mayCancel(unit, holding));
            for (int i = 0; i < units.size(); i++) {
                enter(units.get(i), round.decisions().get(i), round.asked());
            }
        }

        /** When the first of the answers that are to be used was asked for. */
        private long oldest() {
            return unpaid.values().stream().mapToLong(Unpaid::asked).reduce(payments.clock(), Asking::earlier);
        }

        /** By difference: the clock may begin anywhere. */
        private static long earlier(long one, long other) {
            return one - other < 0 ? one : other;
        }

        private Set<OrderKey> holding(List<OrderSnapshot> orders) {
            return parts.store()
                    .payments()
                    .holding(orders.stream().map(OrderSnapshot::key).toList());
        }

        private void enter(List<OrderSnapshot> unit, PaymentDecision decision, long asked) {
            for (OrderSnapshot order : unit) {
                if (decision instanceof PaymentDecision.Held decided) {
                    unpaid.remove(order.id());
                    boolean wasCancelled = cancelled.remove(order.id()) || decided.cancelled();
                    held.add(() -> {
                        if (wasCancelled) {
                            cancelledButOpen(order);
                        }
                        outcomes.held(order, decided);
                    });
                } else if (decision instanceof PaymentDecision.MayClose close) {
                    unpaid.put(order.id(), new Unpaid(order, asked));
                    if (close.cancelled()) {
                        cancelled.add(order.id());
                    }
                    if (close.mayStillBePaid()
                            && !parts.rule().payment().recheck().isZero()) {
                        watched.add(order.id());
                    } else {
                        watched.remove(order.id());
                    }
                }
            }
        }

        /**
         * Not where an order hangs on the same payment that is not about to close now, and not where money came in already: the
         * close will be refused, and what is open at the provider is the rest of the amount.
         */
        private boolean mayCancel(List<OrderSnapshot> unit, Set<OrderKey> holding) {
            if (unit.stream().anyMatch(order -> holding.contains(order.key()))) {
                return false;
            }
            Optional<String> group = group(unit.get(0));
            if (group.isEmpty()) {
                return true;
            }
            Set<String> closing = unit.stream().map(OrderSnapshot::id).collect(Collectors.toSet());
            try {
                return closing.containsAll(parts.payable().openOfGroup(group.get()));
            } catch (RuntimeException e) {
                // Who else is paid with it cannot be told now: it stays as it is, and the close is looked after.
                return false;
            }
        }

        private void flush() {
            if (unpaid.isEmpty()) {
                return;
            }
            BatchOutcome outcome = parts.close(unpaidOrders(), now, cause, this, watched);
            // Without those that were told of meanwhile, since they were asked about again.
            ended(unpaidOrders(), outcome);
        }

        private void ended(List<OrderSnapshot> orders, BatchOutcome outcome) {
            Set<String> closed =
                    outcome.closed().stream().map(order -> order.order().id()).collect(Collectors.toSet());
            for (OrderSnapshot order : orders) {
                unpaid.remove(order.id());
                watched.remove(order.id());
                if (cancelled.remove(order.id())
                        && !closed.contains(order.id())
                        && staysOpen(outcome.notClosed().get(order.id()))) {
                    cancelledButOpen(order);
                }
            }
            outcomes.closed(orders, outcome);
        }

        private List<OrderSnapshot> unpaidOrders() {
            return unpaid.values().stream().map(Unpaid::order).toList();
        }

        @Override
        public boolean areValid(List<OrderSnapshot> orders) {
            return orders.stream()
                    .map(order -> unpaid.get(order.id()))
                    .allMatch(one -> one != null && payments.isValid(one.asked()));
        }

        /** Those that are held back meanwhile, or may not be closed any more, are told as such and are no longer of the batch. */
        @Override
        public List<OrderSnapshot> renew(List<OrderSnapshot> orders) {
            ask(stillClosable(units(orders)));
            return orders.stream()
                    .filter(order -> unpaid.containsKey(order.id()))
                    .toList();
        }

        private boolean staysOpen(@Nullable NotClosed why) {
            return !(why instanceof NotClosed.LostRace lost)
                    || lost.status()
                            .filter(parts.rule().status().open()::contains)
                            .isPresent();
        }

        private void cancelledButOpen(OrderSnapshot order) {
            outcomes.cancelledButOpen(order);
            parts.listener().onEvent(new EngineEvent.PaymentCancelledButOpen(parts.name(), order.key()));
        }
    }
}
