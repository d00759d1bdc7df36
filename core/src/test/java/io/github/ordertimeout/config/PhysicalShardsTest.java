package io.github.ordertimeout.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rules whose orders lie in several tables and data sources. */
class PhysicalShardsTest {
    private static Settings settings(String... keysAndValues) {
        Map<String, String> keys = new LinkedHashMap<>(Map.of(
                "rules.unpaid.id-column", "id",
                "rules.unpaid.status-column", "status",
                "rules.unpaid.open-status", "0",
                "rules.unpaid.closed-status", "4",
                "rules.unpaid.created-column", "created_at",
                "rules.unpaid.timeout", "30m"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            keys.put("rules.unpaid." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return SettingsParser.parse(ConfigSources.tree(keys));
    }

    @Test
    @DisplayName("one rule per data source and table, each with a name of its own")
    void product() {
        Settings settings = settings("tables", "orders_{08..10}", "data-sources", "ds{0..1}");
        assertThat(settings.rules().keySet())
                .containsExactly(
                        "unpaid@ds0.orders_08",
                        "unpaid@ds1.orders_08",
                        "unpaid@ds0.orders_09",
                        "unpaid@ds1.orders_09",
                        "unpaid@ds0.orders_10",
                        "unpaid@ds1.orders_10");
        Rule rule = settings.rules().get("unpaid@ds1.orders_09");
        assertThat(rule.table()).isEqualTo("orders_09");
        assertThat(rule.configuredName()).isEqualTo("unpaid");
        assertThat(rule.dataSource()).isEqualTo("ds1");
        assertThat(rule.sourceOf("orders_09")).isEqualTo("ds1.orders_09");
    }

    @Test
    @DisplayName("tables that lie in one data source each; tables alone; data sources alone")
    void otherForms() {
        assertThat(settings("tables", "a.orders_{0..1}, b.orders_2", "data-sources", "a, b")
                        .rules()
                        .keySet())
                .containsExactly("unpaid@a.orders_0", "unpaid@a.orders_1", "unpaid@b.orders_2");
        assertThat(settings("tables", "orders, archive.orders").rules().keySet())
                .containsExactly("unpaid@orders", "unpaid@archive.orders");
        assertThat(settings("table", "orders", "data-sources", "a, b").rules().keySet())
                .containsExactly("unpaid@a.orders", "unpaid@b.orders");
    }

    @Test
    @DisplayName("{shard} and {table} stand for the shard's own in every value; a source gets the table behind it")
    void placeholders() {
        Rule rule = settings(
                        "tables", "orders_{00..01}",
                        "source", "shop",
                        "inventory.item-table", "items_{shard}",
                        "inventory.item-order-column", "order_id",
                        "inventory.item-quantity-column", "qty",
                        "inventory.stock-table", "stock",
                        "inventory.stock-keys.sku", "sku",
                        "inventory.reserved-column", "reserved",
                        "also-execute[0]", "insert into log values (:id, '{table}')")
                .rules()
                .get("unpaid@orders_01");
        assertThat(rule.inventory()).get().asString().contains("items_01");
        assertThat(rule.onClose().statements()).asString().contains("orders_01");
        assertThat(rule.sourceOf("orders_01")).isEqualTo("shop.orders_01");
    }

    @Test
    @DisplayName("what cannot be meant is refused under the key that was written, once")
    void refused() {
        assertRefused("order-timeout.rules.unpaid.tables stands beside `table`", "table", "a", "tables", "b, c");
        assertRefused("names \"a\" twice", "tables", "a, a");
        assertRefused("names \"ds1\", but no table", "tables", "ds0.orders", "data-sources", "ds0, ds1");
        assertRefused("a range goes from the smaller number", "tables", "orders_{7..3}");
        assertRefused("more than 1024", "tables", "orders_{0..40}_{0..40}");
        assertRefused("a pattern is written {0..7}", "tables", "orders_{0-7}");
        assertRefused("needs one for {shard}", "tables", "a, b", "where-sql", "o.part = '{shard}'");
        assertRefused("order-timeout.rules.unpaid.timeout", "tables", "orders_{0..63}", "timeout", "15");
    }

    private static void assertRefused(String sentence, String... keysAndValues) {
        assertThatThrownBy(() -> settings(keysAndValues))
                .isInstanceOfSatisfying(ConfigurationException.class, refused -> {
                    assertThat(refused).hasMessageContaining(sentence);
                    assertThat(refused.faults()).hasSize(1);
                });
    }
}
