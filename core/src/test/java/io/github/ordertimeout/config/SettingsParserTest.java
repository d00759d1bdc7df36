package io.github.ordertimeout.config;

import static io.github.ordertimeout.config.Configurations.around;
import static io.github.ordertimeout.config.Configurations.rule;
import static io.github.ordertimeout.config.Configurations.settings;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsParserTest {
    @Test
    void theLeastRuleHasTheDocumentedDefaults() {
        Settings settings = around("");

        assertThat(settings.enabled()).isTrue();
        assertThat(settings.compensation()).isEqualTo(CompensationSettings.DEFAULT);
        assertThat(settings.health()).isEqualTo(HealthSettings.DEFAULT);
        assertThat(settings.tables()).isEqualTo(TableSettings.DEFAULT);
        assertThat(settings.warnings()).isEmpty();
        assertThat(settings.rules().get("r"))
                .isEqualTo(new Rule(
                        "r",
                        "orders",
                        Optional.empty(),
                        "id",
                        Optional.empty(),
                        new StatusMapping("status", List.of("0"), Optional.of("4"), List.of()),
                        new Deadline(
                                Optional.empty(),
                                Optional.of(new TimeColumn("created", TimeKind.AUTO, Optional.empty())),
                                Term.of(Duration.ofMinutes(30)),
                                List.of(),
                                Optional.empty(),
                                Duration.ZERO,
                                Optional.empty()),
                        new Selection(Map.of(), Optional.empty(), Map.of(), Optional.empty()),
                        List.of(),
                        new OnClose(Map.of(), List.of(), Map.of()),
                        true,
                        PaymentMapping.NONE,
                        Optional.empty(),
                        ScanSettings.DEFAULT,
                        CloseSettings.DEFAULT,
                        SafetySettings.DEFAULT,
                        PaymentSettings.DEFAULT));
    }

    @Test
    void readsEveryKeyOfTheDocumentation() {
        Settings settings = settings("""
                enabled: false
                rules:
                  unpaid:
                    table: shop.oms_order
                    source: shard-1
                    id-column: id
                    number-column: order_sn
                    status-column: status
                    open-status: [0]
                    closed-status: 4
                    paid-status: [1, 2, 3]
                    due-column: expire_time
                    created-column: create_time
                    timeout: 15m
                    timeouts-by:
                      - {where: {order_type: 1}, timeout: 5m}
                      - {where: {payment_method: [offline, cod]}, timeout: never}
                    timeouts-from: {column: channel_id, query: "SELECT id, minutes FROM channel", unit: minutes, refresh: 1m30s}
                    time-kind: timestamp
                    created-time-kind: epoch-millis
                    time-zone: Asia/Shanghai
                    created-time-zone: UTC
                    grace: 30s
                    max-age: 30d
                    where: {delete_status: 0}
                    where-sql: o.total > 0 AND o.created < :now
                    paid-evidence: {pay_time: not null}
                    paid-evidence-sql: o.paid_amount > 0
                    columns: [coupon_id, member_id]
                    on-close: {close_time: ":now", close_reason: ":reason", closed_by: ":rule", lock: ":null", version: increment}
                    also-execute:
                      - UPDATE coupon SET used = 0 WHERE id = :column.coupon_id
                      - INSERT INTO log (id, why) VALUES (:id, 'a, b')
                    payment-check: false
                    inventory:
                      item-table: oms_order_item
                      item-order-column: order_id
                      item-order-key: id
                      item-quantity-column: product_quantity
                      item-minus-column: returned
                      item-where: {kind: goods}
                      stock-table: pms_sku_stock
                      stock-keys: {id: product_sku_id, warehouse: order.warehouse}
                      stock-where: {active: 1}
                      stock-set: {touched: ":now"}
                      reserved-column: lock_stock
                      available-column: stock
                      short: floor
                      missing: fail
                scan: {interval: 20s, full-interval: 10m, precision: 500ms, batch-size: 100, shards: 1, max-per-pass: 2000, time-budget: 1m, cron: "", quiet: [], zone: ""}
                close: {mode: dry-run, threads: 4, max-per-second: 0, lock-timeout: 2s, statement-timeout: 10s}
                payment: {timeout: 3s, threads: 8, max-per-second: 0, answer-valid: 5s, max-defer: 30m, recheck: 10m}
                release: {timeout: 3s, threads: 8}
                compensation: {interval: 1m, max-attempts: 5}
                health: {max-missed-passes: 5, max-overdue: 1h, max-dead: 0, expect-matches: false}
                safety: {max-closes-per-pass: 0, max-share-of-open: 0, floor: 100}
                tables: {prefix: ot_, auto-create: true, keep: 0}
                """);

        assertThat(settings.enabled()).isFalse();
        assertThat(settings.warnings()).isEmpty();
        assertThat(settings.compensation()).isEqualTo(new CompensationSettings(Duration.ofMinutes(1), 5));
        assertThat(settings.health()).isEqualTo(new HealthSettings(5, Duration.ofHours(1), 0, false));
        assertThat(settings.tables()).isEqualTo(new TableSettings("ot_", true));
        Rule rule = settings.rules().get("unpaid");
        assertThat(rule.table()).isEqualTo("shop.oms_order");
        assertThat(rule.source()).contains("shard-1");
        assertThat(rule.numberColumn()).contains("order_sn");
        assertThat(rule.status())
                .isEqualTo(new StatusMapping("status", List.of("0"), Optional.of("4"), List.of("1", "2", "3")));
        assertThat(rule.deadline())
                .isEqualTo(new Deadline(
                        Optional.of(new TimeColumn(
                                "expire_time", TimeKind.TIMESTAMP, Optional.of(ZoneId.of("Asia/Shanghai")))),
                        Optional.of(
                                new TimeColumn("create_time", TimeKind.EPOCH_MILLIS, Optional.of(ZoneId.of("UTC")))),
                        Term.of(Duration.ofMinutes(15)),
                        List.of(
                                new TermRule(
                                        Map.of("order_type", new Condition.In(List.of("1"))),
                                        Term.of(Duration.ofMinutes(5))),
                                new TermRule(
                                        Map.of("payment_method", new Condition.In(List.of("offline", "cod"))),
                                        Term.NEVER)),
                        Optional.of(new TermQuery(
                                "channel_id",
                                "SELECT id, minutes FROM channel",
                                TermQuery.Unit.MINUTES,
                                Duration.ofSeconds(90))),
                        Duration.ofSeconds(30),
                        Optional.of(Duration.ofDays(30))));
        assertThat(rule.selection().where()).isEqualTo(Map.of("delete_status", new Condition.In(List.of("0"))));
        assertThat(rule.selection().whereSql().orElseThrow().parts()).hasSize(2);
        assertThat(rule.selection().paidEvidence()).isEqualTo(Map.of("pay_time", new Condition.NotNull()));
        assertThat(rule.selection().paidEvidenceSql().orElseThrow().source()).isEqualTo("o.paid_amount > 0");
        assertThat(rule.columns()).containsExactly("coupon_id", "member_id");
        assertThat(rule.onClose().set())
                .containsExactly(
                        Map.entry("close_time", new SetValue.Now()),
                        Map.entry("close_reason", new SetValue.Reason()),
                        Map.entry("closed_by", new SetValue.RuleName()),
                        Map.entry("lock", new SetValue.Null()),
                        Map.entry("version", new SetValue.Increment()));
        assertThat(rule.onClose().alsoExecute())
                .extracting(SqlTemplate::source)
                .containsExactly(
                        "UPDATE coupon SET used = 0 WHERE id = :column.coupon_id",
                        "INSERT INTO log (id, why) VALUES (:id, 'a, b')");
        assertThat(rule.paymentCheck()).isFalse();
        assertThat(rule.inventory())
                .contains(new Inventory(
                        "oms_order_item",
                        "order_id",
                        "id",
                        Optional.of("product_quantity"),
                        Optional.of("returned"),
                        Map.of("kind", new Condition.In(List.of("goods"))),
                        "pms_sku_stock",
                        Map.of("id", "product_sku_id", "warehouse", "order.warehouse"),
                        Map.of("active", new Condition.In(List.of("1"))),
                        Map.of("touched", new SetValue.Now()),
                        Optional.of("lock_stock"),
                        Optional.of("stock"),
                        Inventory.Shortage.FLOOR,
                        Inventory.Missing.FAIL));
        assertThat(rule.scan())
                .isEqualTo(new ScanSettings(
                        Duration.ofSeconds(20),
                        Duration.ofMinutes(10),
                        Duration.ofMillis(500),
                        100,
                        1,
                        Optional.empty(),
                        2000,
                        Duration.ofMinutes(1)));
        assertThat(rule.close())
                .isEqualTo(new CloseSettings(
                        CloseSettings.Mode.DRY_RUN, 4, Duration.ofSeconds(2), Duration.ofSeconds(10)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"+1", "no", "yes", "on", "true", "线下", "15", "007", "1e3", "0x10", "1_0", "${now}", "12:30", ".5"
            })
    void textsStayWhatTheyAre(String text) {
        Rule rule = rule("""
                paid-status: [%1$s]
                where: {状态: %1$s, list: [%1$s, b]}
                paid-evidence: {my.col: %1$s}
                on-close: {"my col": %1$s}
                """.formatted(text.equals("${now}") ? "\"${now}\"" : text));

        assertThat(rule.status().paid()).containsExactly(text);
        assertThat(rule.selection().where())
                .isEqualTo(Map.of("状态", new Condition.In(List.of(text)), "list", new Condition.In(List.of(text, "b"))));
        assertThat(rule.selection().paidEvidence()).isEqualTo(Map.of("my.col", new Condition.In(List.of(text))));
        assertThat(rule.onClose().set()).isEqualTo(Map.of("my col", new SetValue.Literal(text)));
    }

    @Test
    void aQuotedNullIsTheText() {
        Rule rule = rule("where: {a: \"null\", b: '~'}\non-close: {c: \"null\"}\n");

        assertThat(rule.selection().where())
                .isEqualTo(Map.of("a", new Condition.In(List.of("null")), "b", new Condition.In(List.of("~"))));
        assertThat(rule.onClose().set()).isEqualTo(Map.of("c", new SetValue.Literal("null")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "paid-status: [1, 2]",
                "paid-status: 1, 2",
                "paid-status: '[1, 2]'",
                "paid-status: ' 1 ,2'",
                "paid-status: \"['1', \\\"2\\\"]\"",
                "paid-status: [1, 2, 1]"
            })
    void aListMayBeOneText(String yaml) {
        assertThat(rule(yaml + "\n").status().paid()).containsExactly("1", "2");
    }

    @Test
    void aStatusMayBeAQuery() {
        String query = "sql:SELECT id FROM status WHERE code IN ('paid', 'done')";

        assertThat(rule("paid-status: " + query + "\n").status().paid()).containsExactly(query);
        assertThat(rule("paid-status: [7, \"" + query + "\"]\n").status().paid())
                .containsExactly("7", query);
    }

    @Test
    void alsoExecuteIsNeverSplitAtCommas() {
        Rule rule = rule("also-execute: INSERT INTO log (a, b) VALUES (:id, :now);\n");

        assertThat(rule.onClose().alsoExecute())
                .singleElement()
                .satisfies(template -> assertThat(template.parts())
                        .startsWith(new SqlTemplate.Text("INSERT INTO log (a, b) VALUES ("))
                        .endsWith(new SqlTemplate.Text(")")));
    }

    @Test
    void blankIsAbsent() {
        Rule rule = rule("""
                source: ""
                number-column:
                paid-status: ""
                where:
                where-sql: " "
                paid-evidence: {}
                paid-evidence-sql:
                also-execute: [""]
                columns: []
                on-close:
                max-age: ""
                grace: ""
                time-kind: ""
                created-time-kind: ""
                time-zone: ""
                scan:
                inventory: {item-table: off, stock-table: x}
                timeouts-by: []
                timeouts-from: {}
                releases: {}
                amount-column: ""
                """);

        assertThat(rule).isEqualTo(rule(""));
    }

    @Test
    void noRulesIsAWarning() {
        for (String yaml : List.of("enabled: true\n", "rules:\n", "rules: {}\n")) {
            Settings settings = settings(yaml);

            assertThat(settings.rules()).isEmpty();
            assertThat(settings.warnings()).containsExactly("order-timeout.rules is empty: no order will be closed.");
        }
    }

    @Test
    void aRulesNameMayHoldAnyLetters() {
        Settings settings = settings("rules:\n  \"未付款 v1.2\":\n" + Configurations.LEAST.indent(4));

        assertThat(settings.rules()).containsOnlyKeys("未付款 v1.2");
        assertThat(settings.rules().get("未付款 v1.2").name()).isEqualTo("未付款 v1.2");
    }

    @Test
    void rulesKeepTheirOrder() {
        String least = Configurations.LEAST.indent(4);

        Settings settings = settings("rules:\n  z:\n" + least + "  a:\n" + least + "  m:\n" + least);

        assertThat(settings.rules().keySet()).containsExactly("z", "a", "m");
    }

    @Test
    void aRulesOwnKeysWinOverTheTopLevelOneByOne() {
        Settings settings = settings("""
                scan: {interval: 20s, batch-size: 7}
                close: {mode: dry-run, threads: 3}
                inventory: {item-table: items, item-order-column: order_id, stock-table: stock, stock-keys: {id: sku}, reserved-column: locked}
                rules:
                  own:
                    scan: {interval: 5s}
                    close: {mode: close}
                    inventory: {item-order-column: my_order, short: allow}
                %s
                  none:
                    inventory: {item-table: off}
                %s
                  plain:
                %s
                """.formatted(
                Configurations.LEAST.indent(4), Configurations.LEAST.indent(4), Configurations.LEAST.indent(4)));

        Rule own = settings.rules().get("own");
        assertThat(own.scan().interval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(own.scan().batchSize()).isEqualTo(7);
        assertThat(own.close().mode()).isEqualTo(CloseSettings.Mode.CLOSE);
        assertThat(own.close().threads()).isEqualTo(3);
        assertThat(own.inventory().orElseThrow().itemOrderColumn()).isEqualTo("my_order");
        assertThat(own.inventory().orElseThrow().shortage()).isEqualTo(Inventory.Shortage.ALLOW);
        assertThat(own.inventory().orElseThrow().stockTable()).isEqualTo("stock");
        assertThat(settings.rules().get("none").inventory()).isEmpty();
        assertThat(settings.rules().get("plain").scan().interval()).isEqualTo(Duration.ofSeconds(20));
        assertThat(settings.rules().get("plain").inventory().orElseThrow().itemOrderColumn())
                .isEqualTo("order_id");
        assertThat(settings.warnings()).isEmpty();
    }

    @Test
    void anInventoryWithoutItemTableIsSaid() {
        assertThat(around("inventory: {stock-table: stock}\n").warnings())
                .singleElement()
                .asString()
                .contains("Rule r", "order-timeout.rules.r.inventory.item-table is not set", "gives no stock back");
    }

    @Test
    void closedStatusMayBeEmptyWhereOnCloseMarksTheClose() {
        Rule rule = Configurations.ruleWithout("closed-status", "where: {closed: 0}\non-close: {closed: 1}\n");

        assertThat(rule.status().closed()).isEmpty();
    }
}
