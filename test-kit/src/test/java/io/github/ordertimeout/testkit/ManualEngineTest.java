package io.github.ordertimeout.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.check.PaymentState;
import io.github.ordertimeout.check.Verdict;
import io.github.ordertimeout.event.EngineEvent;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ManualEngineTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    @DisplayName(
            "nothing happens until time is let go by and a pass is made; then an order closes, with ledger and event")
    void byHand() {
        ManualEngine shop = ManualEngine.builder().build();
        ShopOrder order = shop.order(42).insert();
        assertThat(shop.pass().scanned()).isZero();
        assertThat(shop.passAfter(Duration.ofMinutes(30)).closed()).isEqualTo(1);
        assertThat(order.status()).isEqualTo("closed").isEqualTo(shop.status(42));
        assertThat(order.ledgerRows()).isEqualTo(1);
        assertThat(shop.events().closedIds()).containsExactly("42");
        assertThat(shop.pass().scanned()).isZero();
    }

    @Test
    @DisplayName("promise 2: a customer who pays between scan and close is not closed: a lost race, told once")
    void betweenScanAndClose() {
        ManualEngine shop = ManualEngine.builder().build();
        ShopOrder late = shop.order("A-1").madeAgo(HOUR).insert();
        ShopOrder never = shop.order("A-2").madeAgo(HOUR).insert();
        shop.betweenScanAndClose("A-1", () -> late.setStatus("paid"));
        RuleReport report = shop.pass();
        assertThat(report.lostRace()).isEqualTo(1);
        assertThat(late.status()).isEqualTo("paid");
        assertThat(never.status()).isEqualTo("closed");
        assertThat(shop.events().events(EngineEvent.LostRace.class)).hasSize(1);
    }

    @Test
    @DisplayName("a deferred order comes back at its moment; a dry run changes nothing")
    void deferred() {
        Instant later = Instant.parse("2026-03-01T12:00:00Z");
        ManualEngine shop = ManualEngine.builder()
                .rule(TestRule.dueOrCreated("30m"))
                .policy((order, context) ->
                        context.now().isBefore(later) ? Verdict.defer("lunch", later) : Verdict.close())
                .build();
        ShopOrder order = shop.order(1).due(shop.clock().now()).insert();
        assertThat(shop.pass().deferred()).isEqualTo(1);
        shop.clock().set(later);
        assertThat(shop.plan().wouldClose()).isEqualTo(1);
        assertThat(order.status()).isEqualTo("open");
        assertThat(shop.pass().closed()).isEqualTo(1);
    }

    @Test
    @DisplayName("a rule of one's own configuration brings its columns along")
    void columnsOfTheRule() {
        ManualEngine shop = ManualEngine.builder()
                .rule(TestRule.created("30m")
                        .timeoutFor("kind", "flash", "5m")
                        .with("where.deleted", "0")
                        .with("paid-evidence.pay_time", "not null")
                        .with("on-close.closed_at", ":now"))
                .build();
        ShopOrder flash = shop.order(1)
                .madeAgo(Duration.ofMinutes(6))
                .with("kind", "flash")
                .with("deleted", 0)
                .insert();
        ShopOrder paid = shop.order(2)
                .madeAgo(HOUR)
                .with("deleted", 0)
                .with("pay_time", shop.clock().now())
                .insert();
        assertThat(shop.pass().inconsistent()).isEqualTo(1);
        assertThat(flash.get("closed_at")).isEqualTo(shop.clock().now());
        assertThat(paid.status()).isEqualTo("open");
    }

    @Test
    @DisplayName("a gateway's answers are played in turn, and only 'not paid' closes")
    void gateway() {
        ScriptedGateway gateway = new ScriptedGateway()
                .forOrder("1", PaymentState.IN_PROGRESS, PaymentState.NOT_PAID)
                .forOrder("2", () -> {
                    throw new IllegalStateException("away");
                });
        try (ManualEngine shop = ManualEngine.builder().paymentGateway(gateway).build()) {
            for (int id = 1; id <= 3; id++) {
                shop.order(id).madeAgo(HOUR).insert();
            }
            assertThat(shop.pass().closed()).isEqualTo(1);
            assertThat(shop.status(3)).isEqualTo("closed");
            shop.passAfter(HOUR);
            assertThat(shop.status(1)).isEqualTo("closed");
            assertThat(shop.status(2)).isEqualTo("open");
            assertThat(gateway.asked()).contains("1", "2", "3");
        }
    }

    @Test
    @DisplayName("what a rule cannot use is refused with a sentence")
    void refused() {
        ManualEngine shop = ManualEngine.builder().rule(TestRule.due()).build();
        assertThatThrownBy(() -> shop.order(1).madeAgo(HOUR)).hasMessageContaining("created-column");
        assertThatThrownBy(() -> shop.order(1).with("colour", "red").insert()).hasMessageContaining("colour");
        assertThatThrownBy(() -> shop.status(1)).hasMessageContaining("no order 1");
    }
}
