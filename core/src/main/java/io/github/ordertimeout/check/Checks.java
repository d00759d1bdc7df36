package io.github.ordertimeout.check;

import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;
import java.util.Objects;

/** The built-in checks, then the policies; the most cautious verdict wins. Thread-safe where the policies are. */
public final class Checks {
    /** The reason of an order that is open and yet shows signs of a payment. */
    public static final String INCONSISTENT = "inconsistent";

    private final List<ClosePolicy> policies;

    /** Takes the policies of one rule. */
    public Checks(List<ClosePolicy> policies) {
        this.policies = List.copyOf(policies);
    }

    /** Whether there is a policy: somebody else's code, which may log. */
    public boolean hasPolicies() {
        return !policies.isEmpty();
    }

    /**
     * Judges one order that the scan found overdue.
     *
     * @throws PolicyFailedException if a policy threw
     */
    public Verdict judge(OrderSnapshot order, CheckContext context) {
        if (order.paidEvidence()) {
            return Verdict.skip(INCONSISTENT);
        }
        if (order.closesAt().isEmpty() || order.closesAt().get().isAfter(context.now())) {
            return Verdict.skip("not-due");
        }
        Verdict verdict = Verdict.close();
        for (ClosePolicy policy : policies) {
            verdict = verdict.and(ask(policy, order, context));
        }
        return verdict;
    }

    private static Verdict ask(ClosePolicy policy, OrderSnapshot order, CheckContext context) {
        try {
            return Objects.requireNonNull(policy.judge(order, context), "the policy answered null");
        } catch (RuntimeException e) {
            throw new PolicyFailedException(policy, order, e);
        }
    }
}
