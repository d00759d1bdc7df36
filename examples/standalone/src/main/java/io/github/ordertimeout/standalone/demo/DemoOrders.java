package io.github.ordertimeout.standalone.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Makes up the orders: the same on every run. */
final class DemoOrders {
    /** The time to pay. */
    static final Duration TIMEOUT = Duration.ofMinutes(15);

    /** SKUs that orders hold. */
    static final int SKUS = 200;

    /** SKUs above this are held by one order each, and are short. */
    static final int SHORT_SKUS = 1_000;

    private static final int DAY = 24 * 60 * 60;
    private static final long SEED = 20_260_101;
    private static final long BEST_SELLER = 1;

    private final Random random = new Random(SEED);
    private long shortSku = SHORT_SKUS;

    private DemoOrders() {}

    static List<DemoOrder> make() {
        return new DemoOrders().shuffled();
    }

    private List<DemoOrder> shuffled() {
        List<Role> roles = new ArrayList<>();
        for (Role role : Role.values()) {
            roles.addAll(Collections.nCopies(role.orders(), role));
        }
        Collections.shuffle(roles, random);
        List<DemoOrder> orders = new ArrayList<>();
        for (Role role : roles) {
            orders.add(new DemoOrder(orders.size() + 1L, role, age(role), items(role)));
        }
        return orders;
    }

    private Duration age(Role role) {
        if (role.isOverdue()) {
            return TIMEOUT.plusSeconds(1L + random.nextInt(3 * DAY));
        }
        return role == Role.NOT_DUE
                ? Duration.ofSeconds(random.nextInt(10 * 60))
                : Duration.ofSeconds(DAY + random.nextInt(30 * DAY));
    }

    private List<DemoOrder.Item> items(Role role) {
        List<DemoOrder.Item> items = new ArrayList<>();
        if (role == Role.SHORT_STOCK) {
            items.add(new DemoOrder.Item(++shortSku, 2));
        } else if (random.nextInt(4) == 0) {
            items.add(new DemoOrder.Item(BEST_SELLER, 1));
        }
        int count = 1 + random.nextInt(3);
        while (items.size() < count) {
            items.add(new DemoOrder.Item(2L + random.nextInt(SKUS - 1), 1 + random.nextInt(3)));
        }
        return items;
    }
}
