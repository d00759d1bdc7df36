package io.github.ordertimeout.simulation;

import io.github.ordertimeout.config.PaymentMapping;
import io.github.ordertimeout.config.PaymentSettings.CancelFirst;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.memory.Isolation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything that a seed says will happen. What each actor draws on its way comes from the seed too, by the actor's name.
 *
 * @param seed the seed
 * @param rule the rule of every node
 * @param coupons whether a releaser gives coupons back
 * @param start the database's time at the start
 * @param length nanoseconds until faults and nodes stop
 * @param isolation of the database
 * @param nodes the engines
 * @param faults what fails by chance
 * @param payments the payment side
 * @param remotes the warehouses that closes owe something to
 * @param actions what happens, by time
 */
record Plan(
        long seed,
        Rule rule,
        boolean coupons,
        Instant start,
        long length,
        Isolation isolation,
        List<NodePlan> nodes,
        FaultPlan faults,
        PaymentPlan payments,
        RemotePlan remotes,
        List<Action> actions) {

    /**
     * One node.
     *
     * @param skew seconds that its own clock is ahead of the database's
     * @param replicaLag seconds that the replica it scans is behind; 0: it scans the primary
     */
    record NodePlan(int skew, int replicaLag) {}

    /**
     * What fails by chance, each as a probability per step of a node.
     *
     * @param lost the connection breaks before a statement
     * @param deadlock the transaction is a deadlock's victim
     * @param unknown the connection breaks at a commit, before or after it takes effect
     * @param hang a call of a policy or a releaser takes minutes
     * @param slow steps take longer
     * @param outages seconds from the start between which no node reaches the database
     */
    record FaultPlan(double lost, double deadlock, double unknown, double hang, boolean slow, List<long[]> outages) {
        static final FaultPlan NONE = new FaultPlan(0, 0, 0, 0, false, List.of());

        /** Whether a ledger can always be read and a row always be resolved: then no event may go missing. */
        boolean losesNoAnswer() {
            return lost == 0 && deadlock == 0 && unknown == 0 && outages.isEmpty();
        }
    }

    /**
     * How payments come in.
     *
     * @param gateway whether engines ask the provider
     * @param cancels whether the gateway can cancel
     * @param named whether it names the attempts
     * @param batch orders that it takes at once
     * @param hook whether payments that were found are confirmed
     * @param lost probability that a call of the provider fails, its effect taking place or not
     * @param silences seconds from the start between which most calls fail
     */
    record PaymentPlan(
            boolean gateway,
            boolean cancels,
            boolean named,
            int batch,
            boolean hook,
            double lost,
            List<long[]> silences) {
        static final PaymentPlan NONE = new PaymentPlan(false, false, false, 1, false, 0, List.of());

        boolean isReliable() {
            return lost == 0 && silences.isEmpty();
        }
    }

    /**
     * Other systems that get something back.
     *
     * @param types one warehouse each
     * @param lost probability that a call of one fails, its effect taking place or not
     * @param silences seconds from the start between which most calls fail
     */
    record RemotePlan(List<String> types, double lost, List<long[]> silences) {
        static final RemotePlan NONE = new RemotePlan(List.of(), 0, List.of());
    }

    Plan withoutRemotes() {
        return new Plan(
                seed, rule, coupons, start, length, isolation, nodes, faults, payments, RemotePlan.NONE, actions);
    }

    /** Whether pending payments are cancelled before a close. */
    boolean cancelsFirst() {
        return payments.gateway() && payments.cancels() && rule.payment().cancelFirst() != CancelFirst.FALSE;
    }

    /** Whether the rule knows what an order costs. */
    boolean knowsAmounts() {
        return rule.paymentMapping().amountColumn().isPresent();
    }

    boolean refundsLatePayments() {
        return rule.paymentMapping().late() == PaymentMapping.Late.REFUND;
    }

    Plan with(List<Action> fewer) {
        return new Plan(seed, rule, coupons, start, length, isolation, nodes, faults, payments, remotes, fewer);
    }

    Plan with(FaultPlan other) {
        return new Plan(seed, rule, coupons, start, length, isolation, nodes, other, payments, remotes, actions);
    }

    Plan withReliableProvider() {
        PaymentPlan reliable = new PaymentPlan(
                payments.gateway(),
                payments.cancels(),
                payments.named(),
                payments.batch(),
                payments.hook(),
                0,
                List.of());
        return new Plan(seed, rule, coupons, start, length, isolation, nodes, faults, reliable, remotes, actions);
    }

    Plan withNodes(List<NodePlan> fewer) {
        return new Plan(seed, rule, coupons, start, length, isolation, fewer, faults, payments, remotes, actions);
    }

    /** How policies and releasers take each order. */
    Map<String, Action.Temper> tempers() {
        Map<String, Action.Temper> tempers = new TreeMap<>();
        actions.stream()
                .filter(action -> action.kind() == Action.Kind.ORDER)
                .forEach(action -> tempers.put(
                        String.valueOf(action.target()), action.order().temper()));
        return tempers;
    }

    boolean crashes() {
        return actions.stream().anyMatch(action -> action.kind() == Action.Kind.CRASH);
    }

    @Override
    public String toString() {
        return "rule " + rule + "\nstart " + start + ", " + isolation + ", nodes " + nodes + ", " + faults + "\n"
                + payments + ", " + remotes;
    }
}
