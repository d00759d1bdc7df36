package io.github.ordertimeout.simulation;

import io.github.ordertimeout.simulation.Action.Delivery;
import io.github.ordertimeout.simulation.Action.Purchase;
import io.github.ordertimeout.simulation.Provider.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Buyers at the provider, and the callbacks that follow: late, repeated, elsewhere, or never. */
final class Checkout {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final int TRIES = 5;

    private final World world;
    private final Scheduler scheduler;
    private final Provider provider;
    /** Callbacks that no node has taken during the day. */
    private final List<Attempt> late = new ArrayList<>();

    Checkout(World world, Scheduler scheduler, Provider provider) {
        this.world = world;
        this.scheduler = scheduler;
        this.provider = provider;
    }

    /** A buyer's visit. */
    void buy(Action action, Actor buyer) {
        Purchase purchase = action.purchase();
        String order = String.valueOf(action.target());
        String reference = "P" + action.number();
        if (buyer.node != null && !buyer.node.begin(order)) {
            return;
        }
        provider.begin(order, reference);
        tell(buyer, "begins to pay order " + order + " by " + reference);
        if (purchase.paysAfter() < 0) {
            return;
        }
        scheduler.sleep(purchase.paysAfter() * MILLI);
        if (!provider.paying(reference)) {
            return;
        }
        scheduler.sleep(buyer.random.nextLong(10 * MILLI, 4 * SECOND));
        if (buyer.random.nextInt(10) == 0) {
            provider.ends(reference);
            return;
        }
        provider.pays(reference, purchase.money());
        tell(buyer, "has paid " + purchase.money() + " for order " + order + " by " + reference);
        int number = 0;
        for (Delivery delivery : purchase.deliveries()) {
            deliver(provider.attempt(reference), delivery.node(), number++, 1, delivery.after() * MILLI);
        }
    }

    private void deliver(Attempt attempt, int nodeNumber, int delivery, int attemptNumber, long after) {
        if (attemptNumber > TRIES) {
            late.add(attempt);
            return;
        }
        Node node = world.nodes().get(nodeNumber % world.plan().nodes().size());
        String name = node + " callback " + attempt.reference + " " + delivery + " " + attemptNumber;
        scheduler.spawn(name, after, node, () -> {
            Actor me = world.running();
            if (!node.confirm(attempt)) {
                int other = me.random.nextInt(world.plan().nodes().size());
                long wait = me.random.nextLong(SECOND / 10, 8 * SECOND);
                deliver(attempt, other, delivery, attemptNumber + 1, wait);
            }
        });
    }

    /** Attempts that are still open when the day is over: some are paid late, the others expire. */
    void night() {
        SplittableRandom random = world.running().random;
        for (Attempt attempt : provider.all()) {
            if (attempt.state == Provider.State.OPEN) {
                if (random.nextInt(3) == 0) {
                    provider.paying(attempt.reference);
                    provider.pays(attempt.reference, Provider.TOTAL);
                    if (random.nextBoolean()) {
                        late.add(attempt);
                    }
                } else {
                    provider.ends(attempt.reference);
                }
            }
        }
    }

    /** What was not delivered yet. */
    void deliverLate(Node node) {
        List<Attempt> all = List.copyOf(late);
        late.clear();
        for (Attempt attempt : all) {
            if (!node.confirm(attempt)) {
                throw new Violation(4, "payment " + attempt.reference + " was refused when nothing was wrong");
            }
        }
    }

    private void tell(Actor actor, String what) {
        world.trace().add(actor, what);
    }
}
