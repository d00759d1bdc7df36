package io.github.ordertimeout.simulation;

import io.github.ordertimeout.check.CancelAnswer;
import io.github.ordertimeout.check.PaymentAnswer;
import io.github.ordertimeout.check.PaymentAttempt;
import io.github.ordertimeout.check.PaymentGateway;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.settle.RefundAnswer;
import io.github.ordertimeout.settle.RefundIssuer;
import io.github.ordertimeout.settle.RefundRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The provider as engines reach it: calls take time, fail, hang, and lose their answers after the effect. */
final class ProviderCalls implements PaymentGateway, RefundIssuer {
    private final Plan plan;
    private final Provider provider;
    private final PaymentChecks checks;
    private final Faults faults;
    private final Scheduler scheduler;
    private final LossyCalls calls;

    ProviderCalls(Plan plan, Provider provider, PaymentChecks checks, Faults faults, Scheduler scheduler) {
        this.plan = plan;
        this.provider = provider;
        this.checks = checks;
        this.faults = faults;
        this.scheduler = scheduler;
        this.calls = new LossyCalls(
                "the provider",
                plan.payments().lost(),
                plan.payments().silences(),
                0.9,
                plan.rule().payment().timeout().toNanos(),
                faults,
                scheduler);
    }

    @Override
    public PaymentAnswer query(OrderSnapshot order) {
        return queryAll(List.of(order)).getOrDefault(order.id(), PaymentAnswer.unknown());
    }

    @Override
    public int batchSize() {
        return plan.payments().batch();
    }

    @Override
    public Map<String, PaymentAnswer> queryAll(List<OrderSnapshot> orders) {
        Actor me = me();
        orders.forEach(order -> checks.unanswered(me, order.id()));
        Map<String, PaymentChecks.Answer> seen = new LinkedHashMap<>();
        Map<String, PaymentAnswer> answers = calls.call(() -> {
            Map<String, PaymentAnswer> all = new LinkedHashMap<>();
            for (OrderSnapshot order : orders) {
                PaymentAnswer answer =
                        provider.answer(order.id(), plan.payments().named(), plan.knowsAmounts());
                all.put(order.id(), answer);
                seen.put(order.id(), checks.answer(order.id(), answer));
            }
            return all;
        });
        if (faults.isStormy() && calls.isSilent() && me.random.nextInt(3) == 0) {
            return Map.of();
        }
        seen.forEach((id, answer) -> checks.answered(me, id, answer));
        return answers;
    }

    @Override
    public boolean canCancel() {
        return plan.payments().cancels();
    }

    @Override
    public CancelAnswer cancel(OrderSnapshot order, Optional<PaymentAttempt> attempt) {
        Actor me = me();
        CancelAnswer answer = calls.call(() -> {
            if (me.equals(scheduler.running())) {
                checks.cancels(me, order.id());
            }
            return provider.cancel(order.id(), attempt.map(PaymentAttempt::reference), checks.now());
        });
        checks.cancelled(me, order.id());
        return answer;
    }

    @Override
    public RefundAnswer refund(RefundRequest request) {
        return calls.call(() -> {
            checks.refunds(request);
            RefundAnswer answer = provider.refund(request.reference(), request.idempotencyKey());
            checks.refunded(request);
            return answer;
        });
    }

    private Actor me() {
        Actor me = scheduler.running();
        if (me == null) {
            throw new IllegalStateException("Nobody runs");
        }
        return me;
    }
}
