package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
    @TempDir
    Path directory;

    private TestShop shop;

    @BeforeEach
    void open() throws Exception {
        shop = new TestShop(directory);
        shop.order(1, 0, 60, 2);
        shop.sql("CREATE TABLE no_key AS SELECT * FROM shop_order");
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    @ParameterizedTest(name = "{0} instead of {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    timeout: 15m             | timout: 15m               | timout
                    created-column: create_time | created-column: creat_time | creat_time
                    open-status: [0]         | open-status: [open]       | open
                    timeout: 15m             | timeout: 15               | timeout
                    timeout: 15m             |                           | timeout
                    table: shop_order        | table: shop_orders        | shop_orders
                    table: shop_order        | table: no_key             | primary key
                    closed-status: 4         | closed-status: 0          | closed-status
                    {delete_status: 0}       | {delete_status: zero}     | zero
                    stock-keys: {id: sku_id} | stock-keys: {id: skuid}   | skuid
                    grace: 0s                | where-sql: o.nope = 1     | NOPE
                    """)
    void aConfigurationThatDoesNotFitIsRefusedAndChangesNothing(String right, String wrong, String named)
            throws Exception {
        String rule = TestShop.RULE.replace(right, wrong == null ? "" : wrong);
        shop.config(rule);
        String before = shop.everything();
        for (String command : List.of("plan", "run-once", "run")) {
            shop.run(command).isRefused(named);
            shop.run(command, "--json").isRefused(named);
        }
        assertThat(shop.everything()).isEqualTo(before);
    }

    @Test
    void aMissingOwnTableIsNamedWithTheCommandThatPrintsIt() throws Exception {
        String before = shop.everything();
        shop.run("run-once", "--tables.prefix=none_").isRefused("none_release", "schema");
        assertThat(shop.everything()).isEqualTo(before);
    }

    @Test
    void aDatabaseThatIsNotThereIsRefused() {
        shop.run("plan", "--jdbc.url=jdbc:h2:mem:x").isRefused("twice");
        Ran.with("plan", "--jdbc-url", "jdbc:postgresql://127.0.0.1:1/x?password=hidden1", "--jdbc-user=me")
                .isRefused("127.0.0.1:1", "me", "Check");
        Ran ran = Ran.with("plan", "--jdbc-url=jdbc:mariadb://127.0.0.1:1/x", "--jdbc-password=hidden2")
                .isRefused("127.0.0.1:1", "Check");
        assertThat(ran.err()).doesNotContain("hidden");
        Ran.with("plan", "--jdbc-url=jdbc:mysql://127.0.0.1:1/x").isRefused("127.0.0.1:1", "Check");
        Ran.with("plan", "--jdbc-url=jdbc:h2:" + directory.resolve("none")).isRefused("none", "not found");
        assertThat(directory.resolve("none.mv.db")).doesNotExist();
    }

    @Test
    void aUserWithoutRightsIsRefused() throws Exception {
        shop.sql("CREATE USER clerk PASSWORD 'clerk-secret'");
        Ran ran = shop.run("plan", "--jdbc-user=CLERK", "--jdbc-password=clerk-secret")
                .isRefused("refuses");
        assertThat(ran.err()).doesNotContain("clerk-secret");
        ran = shop.run("plan", "--jdbc-user=CLERK", "--jdbc-password=wrong-secret")
                .isRefused("--jdbc-user");
        assertThat(ran.err()).doesNotContain("wrong-secret");
    }

    @Test
    void aUrlWithoutADriverIsRefusedNamingThoseThereAre() {
        Ran ran = Ran.with("plan", "--jdbc-url=jdbc:oracle:thin:me/hidden@host")
                .isRefused("jdbc:h2:", "jdbc:postgresql:", "jdbc:mariadb:", "jdbc:mysql:");
        assertThat(ran.err()).doesNotContain("hidden");
    }

    @Test
    void aFileThatCannotBeReadIsRefused() throws Exception {
        String before = shop.everything();
        Ran.with("plan", "--config", directory.resolve("nope.yml").toString()).isRefused("nope.yml");
        Ran.with("plan", "--config", directory.toString()).isRefused(directory.toString());
        Path broken = Files.writeString(directory.resolve("broken.yml"), "order-timeout: [");
        Ran.with("plan", "--config=" + broken).isRefused("broken.yml");
        assertThat(shop.everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    pln                          | did you mean plan?
                    runonce                      | did you mean run-once?
                    plan --jsn                   | did you mean --json?
                    --confg=x plan               | did you mean --config?
                    plan --scan.interval 5s      | --scan.interval=VALUE
                    plan --scan.intervall=5s     | interval
                    plan -x                      | -x
                    plan 5                       | Too many words
                    plan --reason=x              | no option of plan
                    plan --config                | needs a value
                    explain                      | needs the order
                    cancel 5                     | needs a reason
                    cancel --reason=x            | needs the order
                    resume                       | resume needs the rule's name
                    compensations retry          | usage: compensations
                    compensations retry x        | usage: compensations
                    compensations retry 1 --all  | usage: compensations
                    compensations retry --all --kind nonsense | there are CLOSE, STUCK
                    compensations discard --all  | usage: compensations
                    compensations list --kind CLOSE | usage: compensations
                    compensations lst            | usage: compensations
                    schema                       | --jdbc-url or --dialect
                    schema --dialect db2         | h2, postgresql, mariadb, mysql
                    plan                         | --jdbc-url
                    demo --config x.yml          | plan
                    --jdbc-url jdbc:h2:mem:x     | plan
                    """)
    void badUsageIsRefusedWithTheRightWord(String line, String words) {
        Ran.with(line.split(" ")).isRefused(words);
    }

    @Test
    void aStrangeEnvironmentVariableIsAWarningOnly() {
        Ran ran = shop.run(Map.of("ORDER_TIMEOUT_PORT", "tcp://10.0.0.1:80"), "plan", "--json");
        assertThat(ran.code()).isZero();
        assertThat(ran.json().has("rules")).isTrue();
        assertThat(ran.err()).contains("ORDER_TIMEOUT_PORT");
    }

    @Test
    void theEnvironmentMayNameTheDatabase() {
        Map<String, String> environment = Map.of("ORDER_TIMEOUT_JDBC_URL", shop.url());
        Ran ran = Ran.with(
                environment,
                List.of("plan", "--config", directory.resolve("shop.yml").toString()));
        assertThat(ran.code()).as(ran.toString()).isZero();
    }
}
