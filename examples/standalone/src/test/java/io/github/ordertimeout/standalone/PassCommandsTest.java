package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassCommandsTest {
    private static final String NOTE = "Without a payment gateway the payment check is the row's own evidence.";
    private static final List<String> RULE_FIELDS = List.of(
            "scanned",
            "closed",
            "skipped",
            "deferred",
            "lostRace",
            "busy",
            "failed",
            "inconsistent",
            "stuck",
            "tooOld",
            "remaining",
            "braked",
            "oldestOverdueSeconds",
            "reasons");

    private TestShop shop;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        shop = new TestShop(directory);
        shop.order(1, 0, 60, 2);
        shop.order(2, 0, 20, 3);
        shop.order(3, 0, 5, 5);
        shop.order(4, 1, 60, 7);
        shop.order(5, 0, 60, 11);
        shop.sql("UPDATE shop_order SET payment_time = CURRENT_TIMESTAMP WHERE id = 5");
        shop.order(6, 0, 60, 13);
        shop.sql("UPDATE shop_order SET delete_status = 1 WHERE id = 6");
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    @Test
    void runOnceClosesExactlyTheOverdueUnpaidOnesAndReleasesTheirStock() throws Exception {
        Ran ran = shop.run("run-once", "--json");
        assertThat(ran.code()).as(ran.toString()).isZero();
        assertThat(Ran.names(ran.json())).containsExactly("rules", "compensation", "durationMillis");
        JsonNode rule = ran.json().at("/rules/unpaid");
        assertThat(Ran.names(rule)).containsExactlyElementsOf(RULE_FIELDS);
        assertThat(rule.get("scanned").asLong()).isEqualTo(3);
        assertThat(rule.get("closed").asLong()).isEqualTo(2);
        assertThat(rule.get("skipped").asLong()).isEqualTo(1);
        assertThat(rule.get("inconsistent").asLong()).isEqualTo(1);
        assertThat(rule.get("stuck").asLong()).isZero();
        assertThat(rule.get("braked").isBoolean()).isTrue();
        assertThat(rule.get("oldestOverdueSeconds").asLong()).isBetween(44 * 60L, 46 * 60L);
        assertThat(rule.get("reasons").toString()).isEqualTo("{\"inconsistent\":1}");
        assertThat(ran.json().get("compensation").toString()).isEqualTo("{\"pending\":0,\"dead\":0}");
        assertThat(ran.json().get("durationMillis").isIntegralNumber()).isTrue();
        assertThat(shop.text("SELECT LISTAGG(id, ',') WITHIN GROUP (ORDER BY id) FROM shop_order WHERE status = 4"))
                .isEqualTo("1,2");
        assertThat(shop.reserved()).isEqualTo("95");

        Ran again = shop.run("--json", "run-once");
        assertThat(again.code()).isZero();
        assertThat(again.json().at("/rules/unpaid/closed").asLong()).isZero();
        assertThat(shop.reserved()).isEqualTo("95");
    }

    @Test
    void planClosesNothingAndShowsTheFirstOrders() throws Exception {
        String before = shop.everything();
        Ran ran = shop.run("plan", "--json");
        assertThat(ran.code()).as(ran.toString()).isZero();
        List<String> fields = new ArrayList<>(RULE_FIELDS);
        fields.add(2, "wouldClose");
        fields.add("inconsistentOrders");
        assertThat(Ran.names(ran.json().at("/rules/unpaid"))).containsExactlyElementsOf(fields);
        assertThat(ran.json().at("/rules/unpaid/wouldClose").asLong()).isEqualTo(2);
        assertThat(ran.json().at("/rules/unpaid/closed").asLong()).isZero();

        JsonNode inconsistent = ran.json().at("/rules/unpaid/inconsistentOrders/0");
        assertThat(Ran.names(inconsistent)).containsExactly("id", "number", "dueAt", "why");
        assertThat(inconsistent.get("number").asText()).isEqualTo("SN5");
        assertThat(inconsistent.get("why").asText())
                .startsWith("`PAYMENT_TIME` is 2")
                .endsWith("(paid-evidence)");

        Ran text = shop.run("plan");
        assertThat(text.code()).isZero();
        assertThat(text.out().lines())
                .anyMatch(line -> line.matches("  SN5  due 2.*  `PAYMENT_TIME` is 2.* \\(paid-evidence\\)"));
        assertThat(text.out()).contains("would close", "First orders of unpaid:", "SN1  due 2", "SN2  due 2");
        assertThat(text.out().indexOf("SN1")).isLessThan(text.out().indexOf("SN2"));
        assertThat(text.out()).contains("Reasons of unpaid: inconsistent 1").containsOnlyOnce(NOTE);
        assertThat(text.err()).isEmpty();
        assertThat(shop.everything()).isEqualTo(before);
    }

    @Test
    void planAndExplainNeedNoTablesOfTheirOwnAndMakeNone() throws Exception {
        String before = shop.everything();
        String[] noTables = {"--tables.prefix=none_", "--tables.auto-create=true"};
        Ran plan = shop.run("plan", "--json", noTables[0], noTables[1]);
        assertThat(plan.code()).as(plan.toString()).isZero();
        assertThat(plan.json().at("/rules/unpaid/wouldClose").asLong()).isEqualTo(2);
        Ran explain = shop.run("explain", "1", "--json", noTables[0], noTables[1]);
        assertThat(explain.code()).as(explain.toString()).isZero();
        assertThat(explain.json().at("/0/verdict").asText()).isEqualTo("closable");
        assertThat(shop.everything()).isEqualTo(before);
    }

    @Test
    void textHasOneLinePerRule() {
        Ran ran = shop.run("run-once");
        assertThat(ran.code()).isZero();
        assertThat(ran.out().lines().filter(line -> line.startsWith("unpaid "))).hasSize(1);
        assertThat(ran.out()).contains("Compensation: 0 pending, 0 dead.").containsOnlyOnce(NOTE);
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void aFailedCloseIsExitCode1AndStandsInTheCompensationTable() throws Exception {
        shop.order(7, 0, 60, 2, 3);
        Ran ran = shop.run("run-once", "--json");
        assertThat(ran.code()).as(ran.toString()).isEqualTo(1);
        assertThat(ran.json().at("/rules/unpaid/failed").asLong()).isEqualTo(1);
        assertThat(ran.json().at("/rules/unpaid/closed").asLong()).isEqualTo(2);
        assertThat(ran.json().at("/compensation/pending").asLong()).isEqualTo(1);
        assertThat(shop.status(7)).isEqualTo("0");

        Ran list = shop.run("compensations", "--json");
        assertThat(list.code()).isZero();
        assertThat(list.out())
                .isEqualTo(shop.run("compensations", "list", "--json").out());
        JsonNode row = list.json().at("/rows/0");
        assertThat(Ran.names(list.json())).containsExactly("rows");
        assertThat(Ran.names(row))
                .containsExactly(
                        "row", "rule", "source", "id", "kind", "type", "state", "attempts", "reason", "nextAttemptAt");
        assertThat(row.get("row").isIntegralNumber()).isTrue();
        assertThat(row.get("rule").asText()).isEqualTo("unpaid");
        assertThat(row.get("id").asText()).isEqualTo("7");
        assertThat(row.get("kind").asText()).isEqualTo("CLOSE");
        assertThat(row.get("state").asText()).isEqualTo("PENDING");
        assertThat(row.get("attempts").asInt()).isEqualTo(1);
        assertThat(row.get("nextAttemptAt").asText()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(shop.run("compensations").out()).contains("next attempt", "PENDING", "unpaid");
        assertThat(shop.run("explain", "7", "--json").json().at("/0/verdict").asText())
                .isEqualTo("in-compensation");
    }

    @Test
    void aRowIsTriedAgainAtOnceOrTakenOut() throws Exception {
        shop.order(7, 0, 60, 2, 3);
        shop.run("run-once", "--json");
        JsonNode row = shop.run("compensations", "--json").json().at("/rows/0");
        String number = row.get("row").asText();
        Instant planned = Instant.parse(row.get("nextAttemptAt").asText());
        Ran retry = shop.run("compensations", "retry", number, "--json");
        assertThat(retry.code()).as(retry.toString()).isZero();
        assertThat(Instant.parse(retry.json().at("/rows/0/nextAttemptAt").asText()))
                .isBefore(planned);
        shop.run("run-once", "--json");
        assertThat(shop.run("compensations", "--json")
                        .json()
                        .at("/rows/0/attempts")
                        .asInt())
                .isEqualTo(2);

        assertThat(shop.run("compensations", "retry", "--all", "--kind", "refund", "--json")
                        .out())
                .contains("\"rows\":[]");
        assertThat(shop.run("compensations", "retry", "--all").out()).contains("CLOSE");
        assertThat(shop.run("compensations", "retry", "999").code()).isEqualTo(1);

        Ran discard = shop.run("compensations", "discard", number, "--json");
        assertThat(discard.code()).isZero();
        assertThat(discard.json().at("/rows/0/id").asText()).isEqualTo("7");
        assertThat(shop.run("compensations", "discard", number).code()).isEqualTo(1);
        assertThat(shop.run("compensations").out()).contains("Nothing waits");
    }

    @Test
    void aTrippedBrakeIsExitCode1UntilItIsReleased() throws Exception {
        String[] brake = {"--safety.max-closes-per-pass=1", "--safety.floor=0"};
        Ran braked = shop.run("run-once", "--json", brake[0], brake[1]);
        assertThat(braked.code()).as(braked.toString()).isEqualTo(1);
        assertThat(braked.json().at("/rules/unpaid/braked").asBoolean()).isTrue();
        assertThat(braked.json().at("/rules/unpaid/remaining").asLong()).isEqualTo(3);
        assertThat(shop.status(1)).isEqualTo("0");
        assertThat(shop.run("resume", "nobody", brake[0], brake[1]).code()).isEqualTo(2);
        assertThat(shop.run("resume", "unpaid", "--json", brake[0], brake[1])
                        .json()
                        .toString())
                .isEqualTo("{\"rule\":\"unpaid\",\"resumed\":true}");
        Ran again = shop.run("run-once", "--json", brake[0], brake[1]);
        assertThat(again.code()).isZero();
        assertThat(again.json().at("/rules/unpaid/closed").asLong()).isEqualTo(2);
        assertThat(shop.run("resume", "unpaid", brake[0], brake[1]).out()).contains("neither braked nor paused");
    }

    @Test
    void dryRunModeClosesNothing() throws Exception {
        Ran ran = shop.run("run-once", "--json", "--order-timeout.close.mode=dry-run");
        assertThat(ran.code()).isZero();
        assertThat(ran.json().at("/rules/unpaid/closed").asLong()).isZero();
        assertThat(ran.json().at("/rules/unpaid/wouldClose").asLong()).isEqualTo(2);
        assertThat(shop.status(1)).isEqualTo("0");
    }

    @Test
    void aDisabledEngineSaysSo() throws Exception {
        Ran ran = shop.run("run-once", "--enabled=false");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("order-timeout.enabled is false");
        assertThat(shop.status(1)).isEqualTo("0");
    }

    @Test
    void verboseShowsTheLogOnStandardError() {
        Ran ran = shop.run("run-once", "--json", "--verbose");
        assertThat(ran.json().at("/rules/unpaid/closed").asLong()).isEqualTo(2);
        assertThat(ran.err()).contains("Rule unpaid: full pass");
    }
}
