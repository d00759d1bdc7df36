package io.github.ordertimeout.simulation;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.PayableOrder;
import io.github.ordertimeout.payment.PayableOrder.Standing;
import io.github.ordertimeout.payment.PayableOrders;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.settle.RefundRequest;
import io.github.ordertimeout.transaction.TransactionContext;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The payment side, as a deliberate bug makes of it. */
final class SketchPayments {
    private SketchPayments() {}

    /** The provider, misheard. */
    record Gateway(PaymentGateway real, DeliberateBug bug, Map<String, PaymentAnswer> kept) implements PaymentGateway {
        @Override
        public PaymentAnswer query(OrderSnapshot order) {
            try {
                PaymentAnswer answer = misheard(real.query(order));
                return bug == DeliberateBug.OLD_ANSWER ? kept.computeIfAbsent(order.id(), id -> answer) : answer;
            } catch (RuntimeException e) {
                if (bug == DeliberateBug.UNKNOWN_AS_NOT_PAID) {
                    return PaymentAnswer.notPaid();
                }
                throw e;
            }
        }

        private PaymentAnswer misheard(PaymentAnswer answer) {
            boolean unpaid =
                    switch (answer.state()) {
                        case UNKNOWN -> bug == DeliberateBug.UNKNOWN_AS_NOT_PAID;
                        case IN_PROGRESS -> bug == DeliberateBug.IN_PROGRESS_AS_NOT_PAID;
                        default -> false;
                    };
            boolean lastOnly =
                    bug == DeliberateBug.LAST_ATTEMPT_ONLY && !answer.attempts().isEmpty();
            if (lastOnly) {
                List<PaymentAttempt> attempts = answer.attempts();
                return PaymentAnswer.ofAttempts(attempts.subList(attempts.size() - 1, attempts.size()));
            }
            return unpaid ? PaymentAnswer.of(PaymentState.NOT_PAID) : answer;
        }

        @Override
        public int batchSize() {
            return real.batchSize();
        }

        @Override
        public Map<String, PaymentAnswer> queryAll(List<OrderSnapshot> orders) {
            Map<String, PaymentAnswer> answers = real.queryAll(orders).entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, entry -> misheard(entry.getValue())));
            if (bug == DeliberateBug.OLD_ANSWER) {
                answers.replaceAll((id, answer) -> kept.computeIfAbsent(id, key -> answer));
            }
            return answers;
        }

        @Override
        public boolean canCancel() {
            return real.canCancel();
        }

        @Override
        public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
            CancelAnswer answer = real.cancel(order, attempt);
            return bug == DeliberateBug.ALREADY_PAID_AS_CANCELLED && answer instanceof CancelAnswer.AlreadyPaid
                    ? CancelAnswer.cancelled()
                    : answer;
        }
    }

    /** Refunds, ordered badly. */
    record Issuer(RefundIssuer real, DeliberateBug bug, AtomicLong calls) implements RefundIssuer {
        @Override
        public RefundAnswer refund(RefundRequest request) {
            if (bug != DeliberateBug.REFUND_KEY_PER_CALL) {
                return real.refund(request);
            }
            return real.refund(new RefundRequest(
                    request.rule(),
                    request.key(),
                    request.reference(),
                    request.amount(),
                    request.idempotencyKey() + "/" + calls.incrementAndGet(),
                    request.reason()));
        }
    }

    /** The payments that were seen, misread. */
    record Book(PaymentBook real, DeliberateBug bug) implements PaymentBook {
        @Override
        public void add(SeenPayment payment, TransactionContext transaction) {
            real.add(payment, transaction);
        }

        @Override
        public List<SeenPayment> of(OrderKey key, TransactionContext transaction) {
            List<SeenPayment> all = real.of(key, transaction);
            boolean paid = all.stream().anyMatch(seen -> seen.standing() == PaymentStanding.PAID);
            return bug == DeliberateBug.SECOND_REFERENCE_AS_REPEAT && paid
                    ? all.stream().map(seen -> seen.now(PaymentStanding.PAID)).toList()
                    : all;
        }

        @Override
        public void change(SeenPayment changed, TransactionContext transaction) {
            if (bug != DeliberateBug.REFUND_NOT_NOTED || changed.standing() != PaymentStanding.REFUNDED) {
                real.change(changed, transaction);
            }
        }

        @Override
        public Set<OrderKey> holding(Collection<OrderKey> keys) {
            return bug == DeliberateBug.REST_CANCELLED ? Set.of() : real.holding(keys);
        }

        @Override
        public Optional<SeenPayment> find(OrderKey key, String reference) {
            return real.find(key, reference);
        }
    }

    /** Orders as payments meet them, mistaken. */
    record Orders(PayableOrders real, SketchStore store, DeliberateBug bug, Function<String, Boolean> payAnyway)
            implements PayableOrders {
        @Override
        public boolean canBePaid() {
            return real.canBePaid();
        }

        @Override
        public List<String> idsByNumber(String number, TransactionContext transaction) {
            return real.idsByNumber(number, transaction);
        }

        @Override
        public Optional<PayableOrder> lock(String id, TransactionContext transaction) {
            Optional<PayableOrder> locked = bug == DeliberateBug.PLAIN_REREAD
                    ? store.inShortTransaction(other -> real.lock(id, other))
                    : real.lock(id, transaction);
            return locked.map(order -> mistaken(order, transaction));
        }

        private PayableOrder mistaken(PayableOrder order, TransactionContext transaction) {
            if (order.standing() != Standing.CLOSED) {
                return order;
            }
            boolean hasPaid = bug == DeliberateBug.REPEAT_AFTER_CLOSE
                    && store.real().payments().of(order.order().key(), transaction).stream()
                            .anyMatch(payment -> payment.standing() == PaymentStanding.PAID);
            Standing standing =
                    bug == DeliberateBug.LATE_PAYMENT_PAYS ? Standing.OPEN : hasPaid ? Standing.PAID : Standing.CLOSED;
            return new PayableOrder(order.order(), standing, order.selected(), order.now());
        }

        @Override
        public boolean pay(PayableOrder order, String reference, TransactionContext transaction) {
            return real.pay(order, reference, transaction)
                    || ((bug == DeliberateBug.LATE_PAYMENT_PAYS || bug == DeliberateBug.PLAIN_REREAD)
                            && payAnyway.apply(order.order().id()));
        }

        @Override
        public List<String> idsOfGroup(String group, TransactionContext transaction) {
            return real.idsOfGroup(group, transaction);
        }

        @Override
        public Set<String> openOfGroup(String group) {
            return real.openOfGroup(group);
        }
    }
}
