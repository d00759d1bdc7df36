package io.github.ordertimeout.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.event.EngineEvent;
import io.github.ordertimeout.memory.MemoryTransaction;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ScriptedReleaserTest {
    private final ScriptedReleaser coupons = new ScriptedReleaser("coupon");
    private final ManualEngine shop = ManualEngine.builder().releaser(coupons).build();

    private ShopOrder overdue(int id) {
        return shop.order(id).madeAgo(Duration.ofHours(1)).insert();
    }

    @Test
    @DisplayName("succeeds by default, and keeps the key of each close")
    void succeeds() {
        overdue(1);
        shop.pass();
        assertThat(coupons.done()).containsExactly("orders:1:1:coupon");
        assertThat(coupons.calls()).singleElement().satisfies(call -> {
            assertThat(call.id()).isEqualTo("1");
            assertThat(call.failure()).isEmpty();
        });
    }

    @Test
    @DisplayName("fails for one order only, as long as told: the others close, and the failure is tried again")
    void fails() {
        coupons.forOrder("2", ReleaseScript.fail("service away"));
        ShopOrder poison = overdue(2);
        overdue(1);
        overdue(3);
        RuleReport report = shop.pass();
        assertThat(report.closed()).isEqualTo(2);
        assertThat(report.failed()).isEqualTo(1);
        assertThat(shop.events().events(EngineEvent.CloseFailed.class))
                .singleElement()
                .satisfies(failed -> assertThat(failed.reason()).contains("away"));
        assertThat(coupons.timesDone("2")).isZero();
        coupons.forOrder("2", ReleaseScript.succeed());
        shop.passAfter(Duration.ofDays(1));
        assertThat(poison.status()).isEqualTo("closed");
        assertThat(coupons.timesDone("2")).isEqualTo(1);
        assertThat(coupons.calls())
                .filteredOn(call -> call.id().equals("2"))
                .extracting(call -> call.failure().isPresent())
                .contains(true, false);
    }

    @Test
    @DisplayName("hangs until the test opens the gate; the order is not closed before")
    void hangs() throws Exception {
        Gate gate = new Gate();
        coupons.usually(ReleaseScript.hang(gate));
        ShopOrder order = overdue(1);
        CompletableFuture<RuleReport> pass = CompletableFuture.supplyAsync(shop::pass);
        gate.awaitArrival();
        assertThat(order.status()).isEqualTo("open");
        gate.open();
        assertThat(pass.get(20, TimeUnit.SECONDS).closed()).isEqualTo(1);
        assertThat(order.status()).isEqualTo("closed");
    }

    @Test
    @DisplayName("answers late on the test's clock, does its work twice, loses its answer")
    void lateTwiceLost() {
        coupons.forOrder("1", ReleaseScript.answerLate(shop.clock(), Duration.ofMinutes(5)))
                .forOrder("2", ReleaseScript.twice())
                .forOrder("3", ReleaseScript.loseAnswer());
        overdue(1);
        overdue(2);
        shop.pass();
        assertThat(shop.clock().now()).isEqualTo("2026-03-01T10:05:00Z");
        assertThat(coupons.timesDone("2")).isEqualTo(2);
        ShopOrder lost = overdue(3);
        shop.pass();
        assertThat(lost.status()).isEqualTo("open");
        assertThat(coupons.timesDone("3")).isPositive();
    }

    @Test
    @DisplayName("works only after the commit, never for a close that was rolled back, and without its transaction")
    void afterCommit() {
        ShopOrder[] seen = new ShopOrder[1];
        ScriptedReleaser points = new ScriptedReleaser("points", (order, context) -> {
                    assertThat(seen[0].status()).isEqualTo("closed");
                    assertThatIllegalArgumentException().isThrownBy(() -> context.unwrap(MemoryTransaction.class));
                })
                .usually(ReleaseScript.afterCommit());
        ScriptedReleaser failing =
                new ScriptedReleaser("failing").forOrder("1", ReleaseScript.fail("once"), ReleaseScript.succeed());
        ManualEngine other =
                ManualEngine.builder().releaser(points).releaser(failing).build();
        seen[0] = other.order(1).madeAgo(Duration.ofHours(1)).insert();
        other.pass();
        assertThat(seen[0].status()).isEqualTo("open");
        assertThat(points.done()).isEmpty();
        other.passAfter(Duration.ofDays(1));
        assertThat(points.done()).containsExactly("orders:1:1:points");
    }

    @Test
    @DisplayName("its work joins the closing transaction: rolled back with it, committed with it")
    void worksInTheTransaction() {
        ScriptedReleaser stock = new ScriptedReleaser(
                        "stock",
                        (order, context) -> context.unwrap(MemoryTransaction.class)
                                .insert("given_back", Map.of("key", order.idempotencyKey("stock"))))
                .forOrder("1", ReleaseScript.loseAnswer(), ReleaseScript.succeed());
        ManualEngine other = ManualEngine.builder()
                .table("given_back", "key")
                .releaser(stock)
                .build();
        other.order(1).madeAgo(Duration.ofHours(1)).insert();
        other.pass();
        assertThat(other.database().rows("given_back")).isEmpty();
        other.passAfter(Duration.ofDays(1));
        assertThat(other.database().rows("given_back")).hasSize(1);
    }
}
