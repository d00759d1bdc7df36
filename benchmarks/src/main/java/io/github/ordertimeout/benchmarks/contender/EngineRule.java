package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Shop;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The shop as the library's configuration describes it. */
public final class EngineRule {
    /** The rule's name. */
    public static final String NAME = "unpaid";

    private final List<String> keys = new ArrayList<>();

    private EngineRule() {}

    /** Every guard on, stock given back by the library's own releaser. */
    public static EngineRule withStock(Work work) {
        EngineRule rule = without(work);
        rule.inRule("inventory.item-table", Shop.ITEMS)
                .inRule("inventory.item-order-column", "order_id")
                .inRule("inventory.item-quantity-column", "qty")
                .inRule("inventory.stock-table", Shop.STOCK)
                .inRule("inventory.stock-keys.sku_id", "sku_id")
                .inRule("inventory.available-column", "available")
                .inRule("inventory.reserved-column", "reserved");
        return rule;
    }

    /** The same, giving back nothing by itself. */
    public static EngineRule without(Work work) {
        return new EngineRule()
                .inRule("table", Shop.ORDERS)
                .inRule("id-column", "id")
                .inRule("number-column", "order_no")
                .inRule("status-column", "status")
                .inRule("open-status", "0")
                .inRule("closed-status", "4")
                .inRule("paid-status", "[1, 2, 3]")
                .inRule("due-column", "expire_at")
                .inRule("time-zone", "UTC")
                .inRule("on-close.closed_at", ":now")
                .inRule("on-close.close_reason", ":reason")
                .inRule("on-close.version", "increment")
                .with("scan.batch-size", Integer.toString(work.batch()))
                .with("close.threads", Integer.toString(work.threads()))
                .with("tables.prefix", Shop.PREFIX);
    }

    /** One more key of the rule. */
    public EngineRule inRule(String key, String value) {
        return with("rules." + NAME + "." + key, value);
    }

    /** One more key. */
    public EngineRule with(String key, String value) {
        keys.add(key + "=" + value);
        return this;
    }

    /** As the engine takes them. */
    public Settings settings() {
        return ConfigSources.load(Optional.empty(), keys, Map.of()).settings();
    }
}
