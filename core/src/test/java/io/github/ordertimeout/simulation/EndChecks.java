package io.github.ordertimeout.simulation;

import io.github.ordertimeout.memory.MemoryRow;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.settle.CompensationState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What must be true when nothing is left to do. */
final class EndChecks {
    private EndChecks() {}

    static void check(World world) {
        Map<String, Integer> held = new HashMap<>();
        for (MemoryRow order : world.history.rows("orders")) {
            order(world, order);
            boolean paidByGuard = world.oracle.isPaid(order) && world.payments.isPaidByGuard(order.key());
            if (world.oracle.isOpen(order) || paidByGuard) {
                Shop.units(world.shop.lines(order.key())).forEach((sku, n) -> held.merge(sku, n, Integer::sum));
            }
            int used = Shop.units(world.history.row("coupons", order.key()), "used");
            if (world.plan().coupons() && used != (world.oracle.isClosed(order) ? 0 : 1)) {
                throw new Violation(3, "order " + order.columns() + " uses its coupon " + used + " times");
            }
        }
        if (world.plan().rule().inventory().isPresent()) {
            stock(world, held);
        }
        told(world);
        world.warehouses.end(world.commits.allCloses().keySet());
        PaymentEndChecks.check(world);
    }

    private static void order(World world, MemoryRow order) {
        String id = order.key();
        if (!world.oracle.isClosable(order, world.now())
                || world.plan().tempers().get(id) == Action.Temper.SKIPPED
                || world.commits.isReclosing(id, world.now())
                || world.payments.isHeld(id)) {
            return;
        }
        if (world.provider.of(id).stream().anyMatch(Provider.Attempt::hasMoney)
                && world.plan().payments().gateway()) {
            if (!world.payments.has(CompensationKind.CLOSE, id, "")
                    && !world.payments.has(CompensationKind.STUCK, id, CompensationKind.PAID)
                    && !world.payments.has(CompensationKind.STUCK, id, "")) {
                throw new Violation(4, "order " + id + " is paid at the provider, open, and not listed");
            }
            return;
        }
        Optional<String> fault = world.settle.fault(id);
        if (fault.isEmpty()) {
            throw new Violation(4, "order " + id + " is overdue and open, and nothing holds it");
        }
        for (MemoryRow row : world.history.rows("order_timeout_compensation")) {
            boolean dead = row.get("kind") == CompensationKind.CLOSE && row.get("state") == CompensationState.DEAD;
            // One that was listed as stuck fails on that row.
            if (row.text("order_id").equals(id) && (dead || row.get("kind") == CompensationKind.STUCK)) {
                return;
            }
        }
        throw new Violation(4, "order " + id + " failed since " + fault.get() + ", and is not dead in the table");
    }

    private static void stock(World world, Map<String, Integer> held) {
        for (MemoryRow row : world.history.rows("stock")) {
            int reserved = Shop.units(row, "reserved");
            int all = reserved + Shop.units(row, "available") + Shop.units(row, "sold");
            boolean sound = all == Shop.STOCK && reserved == held.getOrDefault(row.key(), 0);
            if (!sound && !world.shop.corrected().contains(row.key())) {
                throw new Violation(3, "open orders hold " + held + ", stock is " + row.columns());
            }
        }
    }

    private static void told(World world) {
        Plan plan = world.plan();
        if (plan.crashes()) {
            return;
        }
        if (plan.faults().lost() == 0
                && plan.faults().deadlock() == 0
                && plan.faults().outages().isEmpty()) {
            world.events.complete();
        }
        if (plan.faults().losesNoAnswer()) {
            for (Node node : world.nodes()) {
                long made = world.commits.allCloses().values().stream()
                        .filter(by -> by == node)
                        .count();
                if (made != node.told()) {
                    throw new Violation(4, node + " made " + made + " closes and reported " + node.told());
                }
            }
        }
    }
}
