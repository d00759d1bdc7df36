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
import java.util.function.Supplier;

/** The provider as engines reach it: calls take time, fail, hang, and lose their answers after the effect. */
final class ProviderCalls implements PaymentGateway, RefundIssuer {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;

    private final Plan plan;
    private final Provider provider;
    private final PaymentChecks checks;
    private final Faults faults;
    private final Scheduler scheduler;

    ProviderCalls(Plan plan, Provider provider, PaymentChecks checks, Faults faults, Scheduler scheduler) {
        this.plan = plan;
        this.provider = provider;
        this.checks = checks;
        this.faults = faults;
        this.scheduler = scheduler;
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
        Map<String, PaymentAnswer> answers = call(() -> {
            Map<String, PaymentAnswer> all = new LinkedHashMap<>();
            for (OrderSnapshot order : orders) {
                PaymentAnswer answer =
                        provider.answer(order.id(), plan.payments().named(), plan.knowsAmounts());
                all.put(order.id(), answer);
                seen.put(order.id(), checks.answer(order.id(), answer));
            }
            return all;
        });
        if (faults.isStormy() && isSilent() && me.random.nextInt(3) == 0) {
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
        CancelAnswer answer = call(() -> {
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
        return call(() -> {
            checks.refunds(request);
            RefundAnswer answer = provider.refund(request.reference(), request.idempotencyKey());
            checks.refunded(request);
            return answer;
        });
    }

    /** One call: the effect takes place at one moment, or never, or after the caller has given up. */
    private <T> T call(Supplier<T> effect) {
        Actor me = me();
        long begun = scheduler.now();
        long timeout = plan.rule().payment().timeout().toNanos();
        faults.step(me);
        if (faults.isStormy()
                && me.random.nextDouble() < (isSilent() ? 0.9 : plan.payments().lost())) {
            switch (me.random.nextInt(3)) {
                case 0 -> throw new IllegalStateException("the provider is away");
                case 1 -> happen(effect);
                default -> {
                    long late = me.random.nextLong(SECOND, 30 * SECOND);
                    scheduler.spawn("late call of " + me + " " + begun, late, null, () -> happen(effect));
                    scheduler.sleep(timeout);
                }
            }
            faults.step(me);
            throw new IllegalStateException("the provider's answer was lost");
        }
        T answer = effect.get();
        faults.step(me);
        if (scheduler.now() - begun > timeout) {
            throw new IllegalStateException("the provider took too long");
        }
        return answer;
    }

    /** Nobody hears the answer. */
    private static void happen(Supplier<?> effect) {
        Object unheard = effect.get();
    }

    private boolean isSilent() {
        long now = scheduler.now();
        return plan.payments().silences().stream().anyMatch(s -> now >= s[0] * SECOND && now < s[1] * SECOND);
    }

    private Actor me() {
        Actor me = scheduler.running();
        if (me == null) {
            throw new IllegalStateException("Nobody runs");
        }
        return me;
    }
}
