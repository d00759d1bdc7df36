package io.github.ordertimeout.config;

import static io.github.ordertimeout.config.Configurations.faults;
import static io.github.ordertimeout.config.Configurations.rule;
import static io.github.ordertimeout.config.Configurations.ruleWithout;
import static io.github.ordertimeout.config.Configurations.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedConfigurationTest {
    private static final String RULE = "order-timeout.rules.r.";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "openStatus: [0]          | openStatus is not a key; did you mean `open-status`?",
                "tabel: x                 | tabel is not a key; did you mean `table`?",
                "batch-size: 3            | batch-size is not a key here: `batch-size` belongs under order-timeout.scan",
                "colour: red              | colour is not a key of a rule",
                "scan: {intervall: 1s}    | scan.intervall is not a key; did you mean `interval`?",
                "scan: {colour: 1s}       | scan.colour is not a key; order-timeout.rules.r.scan holds interval, ",
                "inventory: {item-tabel: x} | inventory.item-tabel is not a key; did you mean `item-table`?",
                "timeouts-by: [{were: {a: 1}, timeout: 1m}] | timeouts-by[0].were is not a key; did you mean `where`?",
                "payment-check: no        | payment-check is \"no\", but only true or false will do",
                "payment-check: TRUE      | payment-check is \"TRUE\", but only true or false will do",
                "grace: -5s               | grace is \"-5s\", but it must not be negative",
                "grace: 15                | grace is \"15\", but a duration needs a unit: write 15s or 15m",
                "max-age: 0               | max-age is \"0\", but it must be from 1ms to 36500d",
                "time-zone: Asia/Shangai  | time-zone is \"Asia/Shangai\", which is no time zone; did you mean `Asia/Shanghai`?",
                "time-zone: CST           | time-zone is \"CST\", which is no time zone",
                "time-kind: unix          | time-kind is \"unix\", but it must be one of auto, timestamp, epoch-seconds, epoch-millis, date",
                "time-kind: DATE          | time-kind is \"DATE\", but it must be one of",
                "close: {mode: dryrun}    | close.mode is \"dryrun\", but it must be one of close, dry-run",
                "close: {threads: 0}      | close.threads is \"0\", but it must be a whole number from 1 to 64",
                "close: {threads: two}    | close.threads is \"two\", but it must be a whole number from 1 to 64",
                "close: {lock-timeout: 0s} | close.lock-timeout is \"0s\", but it must be from 1ms to 1h",
                "scan: {batch-size: 10001} | scan.batch-size is \"10001\", but it must be a whole number from 1 to 10000",
                "scan: {batch-size: 1e3}  | scan.batch-size is \"1e3\", but it must be a whole number",
                "scan: {batch-size: 99999999999999999999} | scan.batch-size is",
                "scan: {max-per-pass: -1} | scan.max-per-pass is \"-1\", but it must be a whole number of at least 0",
                "scan: {interval: 50ms}   | scan.interval is \"50ms\", but it must be from 100ms to 1d",
                "scan: {interval: 0}      | scan.interval is \"0\", but it must be from 100ms to 1d",
                "scan: {zone: Nowhere}    | scan.zone is \"Nowhere\", which is no time zone",
                "scan: fast               | scan must hold keys below it, not a text",
                "scan: [a]                | scan must hold keys below it, not a list",
                "source: [a]              | source must be a single value, not a list",
                "source: {a: b}           | source must be a single value, not a group of keys",
                "where: x                 | where must hold keys below it, not a text",
                "where: {a: }             | where.a is null: write `is null` or `not null`",
                "where: {a: null}         | where.a is null: write `is null` or `not null`",
                "where: {a: ~}            | where.a is null: write `is null` or `not null`",
                "where: {a: \"\"}         | where.a is blank: write `is null`, `is empty`",
                "where: {a: []}           | where.a is an empty list",
                "where: {a: [1, null]}    | where.a[1] is null, but a list holds only values",
                "where: {a: [1, [2]]}     | where.a[1] must be a single value, not a list",
                "where: {a: {b: 1}}       | where.a must be a single value, not a group of keys",
                "where: {a: [not 1, 2]}   | where.a holds \"not 1\", but a list holds only values",
                "where: {\"my col\": IS NULL} | where[my col] is \"IS NULL\": write `is null` in small letters",
                "where: {\"\": 1}         | where has a blank column name",
                "where-sql: o.id = :id    | where-sql uses :id, but a condition knows no single order",
                "where-sql: a = 1; b = 2  | where-sql holds a ; with more behind it",
                "paid-evidence-sql: x = :foo | paid-evidence-sql uses :foo",
                "paid-evidence: {a: null} | paid-evidence.a is null",
                "on-close: {a: null}      | on-close.a is null: write :null to set null",
                "on-close: {a: [1]}       | on-close.a must be a single value, not a list",
                "on-close: {a: \":today\"} | on-close.a is \":today\", but only :now, :reason, :rule and :null exist",
                "on-close: {STATUS: 5}    | on-close.STATUS must not be set: closed-status says what a close sets it to",
                "on-close: {id: 5}        | on-close.id must not be set: an order keeps its id",
                "also-execute: [x = :foo] | also-execute[0] uses :foo",
                "also-execute: [a, null]  | also-execute[1] is null",
                "also-execute: {a: b}     | also-execute must be a single value, not a group of keys",
                "also-execute: x = :number | also-execute uses :number, but rule r has no number-column",
                "columns: {a: b}          | columns must be a list of values, not a group of keys",
                "columns: [a, null]       | columns[1] is null",
                "columns: [a, \" \"]      | columns holds a blank name",
                "paid-status: [1, null]   | paid-status[1] is null: put the text in quotes",
                "paid-status: \"[1, 2\"   | paid-status is \"[1, 2\", which lacks the closing ]",
                "paid-status: 1,,2        | paid-status is \"1,,2\", where an item is empty",
                "paid-status: \"sql:\"    | paid-status is sql: without a query",
                "paid-status: [0, 1]      | paid-status holds \"0\", which is in open-status too",
                "paid-status: [4]         | closed-status holds \"4\", which is in paid-status too",
                "timeouts-by: {a: b}      | timeouts-by must be a list of entries with where and timeout, not a group",
                "timeouts-by: x           | timeouts-by must be a list of entries with where and timeout, not a text",
                "timeouts-by: [{timeout: 1m}] | timeouts-by[0].where is required",
                "timeouts-by: [{where: {a: 1}}] | timeouts-by[0].timeout is required",
                "timeouts-by: [{where: {a: 1}, timeout: 5}] | timeouts-by[0].timeout is \"5\", but a duration needs a unit",
                "timeouts-by: [x]         | timeouts-by[0] must hold keys below it, not a text"
            })
    void oneFaultIsOneSentence(String yaml, String sentence) {
        assertThat(faults(() -> rule(yaml + "\n")))
                .anySatisfy(fault -> assertThat(fault).contains(RULE + sentence));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "table          | table is required",
                "id-column      | id-column is required",
                "status-column  | status-column is required",
                "open-status    | open-status is required",
                "closed-status  | closed-status is required",
                "timeout        | timeout is required"
            })
    void requiredKeysAreNamed(String key, String sentence) {
        assertThat(faults(() -> ruleWithout(key, "")))
                .singleElement()
                .asString()
                .startsWith(RULE + sentence);
        assertThat(faults(() -> ruleWithout(key, key.equals("timeout") ? "" : key + ": \"\"\n")))
                .hasSize(1);
    }

    @Test
    void aClosedOrderIsNoLongerOpen() {
        assertThat(faults(() -> ruleWithout("closed-status", "closed-status: 0\n")))
                .singleElement()
                .asString()
                .contains("closed-status holds \"0\", which is in open-status too");
    }

    @ParameterizedTest
    @CsvSource({"tables: {keep: 90d}, tables.keep"})
    void whatIsNotSupportedYetIsRefusedAtTheTop(String yaml, String key) {
        assertThat(faults(() -> settings(yaml + "\n")))
                .singleElement()
                .asString()
                .startsWith("order-timeout." + key + " is")
                .contains("not supported yet");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scan: {shards: 1, cron: '', quiet: []}",
                "close: {max-per-second: 0}",
                "safety: {max-closes-per-pass: 0, max-share-of-open: 0.0, floor: 100}",
                "tables: {keep: 0}",
                "tables: {keep: 0d}"
            })
    void whatIsNotSupportedYetMayBeWrittenAsItsDefault(String yaml) {
        assertThat(faults(() -> settings(yaml + "\n"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "enabled: yes                    | enabled is \"yes\", but only true or false will do",
                "rules: x                        | rules must hold keys below it, not a text",
                "rules: [a]                      | rules must hold keys below it, not a list",
                "rules: {a: x}                   | rules.a must hold keys below it, not a text",
                "rules: {' ': {table: x}}        | rules has a rule without a name",
                "ruls: {}                        | ruls is not a key; did you mean `rules`?",
                "unpaid: {table: x}              | unpaid is not a key; order-timeout holds enabled, rules, inventory",
                "compensation: {max-attempts: 0} | compensation.max-attempts is \"0\", but it must be a whole number from 1 to 1000",
                "compensation: {interval: 0s}    | compensation.interval is \"0s\", but it must be from 1ms to 30d",
                "tables: {prefix: 'a-b'}         | tables.prefix is \"a-b\", but it must be at most 40 letters",
                "tables: {auto-create: 1}        | tables.auto-create is \"1\", but only true or false will do",
                "payment: {timeout: 3}           | payment.timeout is \"3\", but a duration needs a unit",
                "payment: {threads: many}        | payment.threads is \"many\"",
                "release: {timeout: -3s}         | release.timeout is \"-3s\", but it must not be negative",
                "safety: {floor: -1}             | safety.floor is \"-1\"",
                "timeout: 5m                     | timeout is not a key here: `timeout` belongs under order-timeout.payment"
            })
    void faultsOfTheTopLevel(String yaml, String sentence) {
        assertThat(faults(() -> settings(yaml + "\n")))
                .anySatisfy(fault -> assertThat(fault).startsWith("order-timeout." + sentence));
    }

    @Test
    void aRulesNameHasALimit() {
        String name = "长".repeat(101);

        assertThat(faults(() -> settings("rules:\n  " + name + ":\n" + Configurations.LEAST.indent(4))))
                .singleElement()
                .asString()
                .startsWith("order-timeout.rules has a rule named")
                .contains("at most 100 characters");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "item-order-column | inventory.item-order-column is required",
                "stock-table       | inventory.stock-table is required",
                "stock-keys        | inventory.stock-keys is required",
                "reserved-column   | inventory.reserved-column is required, or available-column or stock-set"
            })
    void anInventoryIsWholeOrOff(String key, String sentence) {
        String inventory = """
                inventory:
                  item-table: items
                  item-order-column: order_id
                  stock-table: stock
                  stock-keys: {id: sku}
                  reserved-column: locked
                """.replaceAll("(?m)^  " + key + ":.*\n", "");

        assertThat(faults(() -> rule(inventory))).singleElement().asString().startsWith(RULE + sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "item-order-key: sn          | item-order-key is \"sn\", but it must be id, number or order.COLUMN",
                "item-order-key: order.      | item-order-key is \"order.\", but it must be id, number or order.COLUMN",
                "item-order-key: number      | item-order-key is \"number\", but rule r has no number-column",
                "short: no                   | short is \"no\", but it must be one of fail, floor, allow",
                "missing: allow              | missing is \"allow\", but it must be one of skip, fail",
                "item-where: {a: null}       | item-where.a is null",
                "stock-set: {a: ':id'}       | stock-set.a is \":id\", but only",
                "stock-keys: {id: ''}        | stock-keys.id is blank: name a column",
                "stock-keys: {id: order.}    | stock-keys.id is \"order.\" without a column",
                "item-table: 'sql:'          | item-table is sql: without a query"
            })
    void faultsOfInventories(String yaml, String sentence) {
        assertThat(faults(() -> rule("inventory:\n  " + yaml + "\n")))
                .anySatisfy(fault -> assertThat(fault).startsWith(RULE + "inventory." + sentence));
    }

    @Test
    void aTopLevelInventoryNeedsOneTable() {
        String least = Configurations.LEAST.indent(4);
        String yaml = "inventory: {short: floor}\nrules:\n  a:\n" + least + "  b:\n" + least.replace("orders", "other");

        assertThat(faults(() -> settings(yaml)))
                .containsExactly("order-timeout.inventory stands at the top level, but the rules are on several tables"
                        + " (a on orders, b on other): move it into the rules that need it.");
    }

    @Test
    void aFaultOfTheTopLevelIsSaidOnceAndThere() {
        String least = Configurations.LEAST.indent(4);

        assertThat(faults(() -> settings("scan: {interval: 5}\nrules:\n  a:\n" + least + "  b:\n" + least)))
                .singleElement()
                .asString()
                .startsWith("order-timeout.scan.interval is \"5\"");
    }

    @Test
    void allFaultsComeInOneMessage() {
        assertThatThrownBy(() -> settings("""
                        enabled: maybe
                        scan: {interval: 10}
                        rules:
                          a:
                            tabel: x
                            timeout: 15
                          b:
                            timeouts-from: {column: y}
                            where: {c: null}
                        """))
                .isInstanceOf(ConfigurationException.class)
                .message()
                .contains(
                        "order-timeout.enabled is",
                        "order-timeout.scan.interval is",
                        "order-timeout.rules.a.tabel is not a key",
                        "order-timeout.rules.a.timeout is",
                        "order-timeout.rules.a.table is required",
                        "order-timeout.rules.b.timeouts-from.unit is required",
                        "order-timeout.rules.b.where.c is null",
                        "order-timeout.rules.b.open-status is required")
                .satisfies(message -> assertThat(message.lines())
                        .doesNotHaveDuplicates()
                        .allSatisfy(line -> assertThat(line).matches(".*[.?]")));
    }
}
