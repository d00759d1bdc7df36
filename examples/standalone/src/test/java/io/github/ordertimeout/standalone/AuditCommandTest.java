package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.audit.AuditCursor;
import io.github.ordertimeout.jdbc.audit.AuditPage;
import io.github.ordertimeout.jdbc.audit.AuditRequest;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit from the command line that is interrupted and goes on. */
class AuditCommandTest {
    private TestShop shop;
    private Settings settings;
    private JdbcOrderStore store;

    /** Four orders that a pass has closed and the shop has then set to paid; two that the shop has closed itself. */
    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        shop = new TestShop(directory);
        for (int id = 1; id <= 4; id++) {
            shop.order(id, 0, 60, 1);
        }
        shop.order(5, 4, 60, 1);
        shop.order(6, 4, 60 * 24 * 3, 1);
        assertThat(shop.run("run-once").code()).isZero();
        shop.sql("update shop_order set status = 1 where id <= 4");
        settings = ConfigSources.load(Optional.of(directory.resolve("shop.yml")), List.of(), Map.of())
                .settings();
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(shop.url());
        dataSource.setUser("sa");
        store = JdbcOrderStore.builder().dataSource(dataSource).build();
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    private AuditRequest request() {
        return AuditRequest.of(settings).pageSize(2);
    }

    private AuditCursor firstPage(AuditRequest request) {
        List<AuditPage> pages = new ArrayList<>();
        store.audit(request, page -> {
            pages.add(page);
            return false;
        });
        return pages.get(0).next();
    }

    private static List<String> ids(Ran ran) {
        List<String> ids = new ArrayList<>();
        ran.json()
                .get("findings")
                .forEach(finding -> ids.add(
                        finding.get("code").asText() + " " + finding.get("id").asText()));
        return ids;
    }

    @Test
    @DisplayName("--after goes on where an interrupted audit has said; orders are named by number and id")
    void after() {
        Ran ran = shop.run("audit", "--json", "--after", firstPage(request()).text());
        assertThat(ran.code()).isEqualTo(1);
        assertThat(Ran.names(ran.json())).containsExactly("findings");
        assertThat(ran.json().at("/findings/0/message").asText())
                .startsWith("2 orders of `")
                .endsWith(": SN3 (id 3), SN4 (id 4)");
        shop.run("audit", "--after", "nonsense").isRefused("--after", "'nonsense' is no place of an audit");
        shop.run("audit", "--after", "1767225600000/another/ledger/42").isRefused("`another`", "begin anew");
    }

    @Test
    @DisplayName(
            "--resume tells each order as it is found, goes on from the place that an interrupted run has kept, and forgets it")
    void resume() throws Exception {
        firstPage(request().keepingItsPlace());
        assertThat(shop.text("select count(*) from order_timeout_state where name like 'audit:%'"))
                .isEqualTo("1");
        Ran rest = shop.run("audit", "--resume", "--json");
        assertThat(ids(rest))
                .containsExactly(
                        "paid-after-close 3", "paid-after-close 4", "closed-elsewhere 6", "closed-elsewhere 5");
        assertThat(Ran.names(rest.json())).containsExactly("findings");
        JsonNode first = rest.json().at("/findings/0");
        assertThat(Ran.names(first)).containsExactly("severity", "code", "message", "advice", "source", "id", "number");
        assertThat(first.get("message").asText()).startsWith("Order SN3 (id 3) of `");
        assertThat(shop.text("select count(*) from order_timeout_state where name like 'audit:%'"))
                .isEqualTo("0");
        assertThat(ids(shop.run("audit", "--resume", "--json"))).hasSize(6);
        Ran text = shop.run("audit", "--resume");
        assertThat(text.code()).isEqualTo(1);
        assertThat(text.out())
                .contains("error [paid-after-close] Order SN1 (id 1) of `", "error [paid-after-close] 4 orders of `");
    }

    @Test
    @DisplayName("--resume where nothing is amiss is one JSON value with no findings, and the code 0")
    void nothing() throws Exception {
        shop.sql("update shop_order set status = 4");
        shop.sql("delete from shop_order where id > 4");
        Ran ran = shop.run("audit", "--resume", "--json");
        assertThat(ran.code()).isZero();
        assertThat(ran.json().toString()).isEqualTo("{\"findings\":[]}");
        assertThat(shop.run("audit", "--resume").out()).startsWith("Every close is released");
    }

    @Test
    @DisplayName("--since asks of orders made since; a duration, a date or an instant, and nothing else")
    void since() {
        assertThat(shop.run("audit", "--since", "2d").out()).contains("1 order of `", ": SN5 (id 5)");
        assertThat(shop.run("audit", "--since=P4D").out()).contains("2 orders of `", ": SN6 (id 6), SN5 (id 5)");
        assertThat(shop.run("audit", "--since", "2020-01-31").out()).contains("SN6 (id 6), SN5 (id 5)");
        assertThat(shop.run("audit", "--since", "2020-01-31T10:00:00Z").out()).contains("SN6 (id 6), SN5 (id 5)");
        shop.run("audit", "--since", "soon").isRefused("--since soon is no moment", "30d", "2026-01-31");
        shop.run("audit", "--since", "2999-01-31").isRefused("--since 2999-01-31 lies in the future");
        shop.run("plan", "--since", "2d").isRefused("--since is no option of plan");
    }

    @Test
    @DisplayName("told to end, it ends after its page with what it has found and the way to go on, and the code 1")
    void toldToEnd() {
        for (boolean json : List.of(true, false)) {
            for (boolean each : List.of(true, false)) {
                Ran ran = interrupted(json, each ? AuditOutput.each() : AuditOutput.summed());
                assertThat(ran.code()).isEqualTo(1);
                assertThat(ran.out()).contains("SN1 (id 1)", "SN2 (id 2)").doesNotContain("SN3");
                assertThat(ran.err()).contains("The audit was interrupted. Go on with: audit --after ");
                String cursor = ran.err().strip().substring(ran.err().lastIndexOf(' ') + 1);
                assertThat(shop.run("audit", "--after", cursor).out())
                        .contains("2 orders of `", "SN3 (id 3), SN4 (id 4)");
                if (json) {
                    assertThat(Ran.names(ran.json())).containsExactly("findings", "complete", "after");
                    assertThat(ran.json().get("complete").asBoolean()).isFalse();
                    assertThat(ran.json().get("after").asText()).isEqualTo(cursor);
                }
            }
        }
    }

    @Test
    @DisplayName(
            "where the database goes away in the middle, what was found is printed with the way to go on, and the code 1")
    void databaseAway() {
        Ran ran = run(true, new AuditOutput() {
            private final AuditOutput summed = AuditOutput.summed();

            @Override
            void page(AuditPage page, Console console) {
                summed.page(page, console);
                try {
                    shop.sql("alter table order_timeout_release rename to away");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            void end(Console console, Optional<String> place) {
                summed.end(console, place);
            }
        });
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("The audit was interrupted: ", "ORDER_TIMEOUT_RELEASE", "Go on with: audit --after ");
        assertThat(ran.json().at("/findings/0/message").asText()).contains("2 orders");
        assertThat(ran.json().get("complete").asBoolean()).isFalse();
    }

    private Ran interrupted(boolean json, AuditOutput output) {
        return run(json, new AuditOutput() {
            @Override
            void page(AuditPage page, Console console) {
                output.page(page, console);
                Thread.currentThread().interrupt();
            }

            @Override
            void end(Console console, Optional<String> place) {
                output.end(console, place);
            }
        });
    }

    private Ran run(boolean json, AuditOutput output) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                json);
        try (EndOfRun end = EndOfRun.watch()) {
            ExitCode code = new AuditRun(store, console, output, end).run(request());
            return new Ran(code.number(), out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }
    }
}
