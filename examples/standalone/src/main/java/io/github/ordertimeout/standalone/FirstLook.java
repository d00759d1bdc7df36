package io.github.ordertimeout.standalone;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.store.OrderStore;
import java.time.Instant;
import java.util.Optional;

/**
 * Asks every rule's table for the orders that ran out before there were any. Missing rights and SQL that the database does not
 * understand show themselves here, before anything is done, and not as a pass that failed.
 */
final class FirstLook {
    private static final Instant BEFORE_ALL_ORDERS = Instant.EPOCH.minusSeconds(1);

    private FirstLook() {}

    static void at(Settings settings, OrderStore store) {
        if (settings.enabled()) {
            settings.rules().values().forEach(rule -> look(rule, store));
        }
    }

    private static void look(Rule rule, OrderStore store) {
        OrderScanner scanner = store.open(rule).scanner();
        for (Arm arm : scanner.arms()) {
            scanner.nextPage(new ScanRequest(arm, BEFORE_ALL_ORDERS, Optional.empty(), Optional.empty(), 1));
        }
    }
}
