package io.github.ordertimeout.standalone.demo;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * An order of the demo.
 *
 * @param id its id
 * @param role what it is there to show
 * @param age how long ago it was made
 * @param items what it holds
 */
record DemoOrder(long id, Role role, Duration age, List<Item> items) {
    /** So many of that SKU. */
    record Item(long sku, int quantity) {}

    DemoOrder {
        items = List.copyOf(items);
    }

    String number() {
        return String.format(Locale.ROOT, "D-%06d", id);
    }
}
