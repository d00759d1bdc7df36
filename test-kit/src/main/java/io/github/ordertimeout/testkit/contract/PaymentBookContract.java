package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every {@link PaymentBook} promises. Inherited by the test of each implementation. */
public abstract class PaymentBookContract extends StoreSteps {

    private PaymentBook book() {
        return shop.store().payments();
    }

    private static SeenPayment payment(String id, String reference, String token) {
        return new SeenPayment(
                new OrderKey("orders", id),
                reference,
                "unpaid",
                PaymentStanding.UNKNOWN_ORDER,
                Optional.of(new BigDecimal("12.3456")),
                NOW,
                token);
    }

    private void add(SeenPayment payment) {
        shop.store().inShortTransaction(transaction -> {
            book().add(payment, transaction);
            return payment;
        });
    }

    private List<SeenPayment> of(String id) {
        return shop.store().inShortTransaction(transaction -> book().of(new OrderKey("orders", id), transaction));
    }

    private Optional<SeenPayment> find(String id, String reference) {
        return book().find(new OrderKey("orders", id), reference);
    }

    @Test
    @DisplayName("a payment is written once per order and reference: the first one stays")
    void once() {
        add(payment("1", "tx1", "first"));
        add(payment("1", "tx1", "second"));
        assertThat(of("1")).singleElement().satisfies(seen -> {
            assertThat(seen.token()).isEqualTo("first");
            assertThat(seen.reference()).isEqualTo("tx1");
            assertThat(seen.rule()).isEqualTo("unpaid");
            assertThat(seen.seenAt()).isEqualTo(NOW);
            assertThat(seen.standing()).isEqualTo(PaymentStanding.UNKNOWN_ORDER);
            assertThat(seen.amount().orElseThrow()).isEqualByComparingTo("12.3456");
        });
    }

    @Test
    @DisplayName("ids and references differ by case, and sources keep apart")
    void apart() {
        add(payment("abC1", "tx1", "a"));
        add(payment("ABc1", "tx1", "b"));
        add(payment("abC1", "TX1", "c"));
        OrderKey shard = new OrderKey("shard2.orders", "abC1");
        add(new SeenPayment(shard, "tx1", "unpaid", PaymentStanding.PAID, Optional.empty(), NOW, "d"));
        assertThat(of("abC1")).extracting(SeenPayment::token).containsExactlyInAnyOrder("a", "c");
        assertThat(of("ABc1")).extracting(SeenPayment::token).containsExactly("b");
        assertThat(book().find(shard, "tx1").orElseThrow().amount()).isEmpty();
    }

    @Test
    @DisplayName("what became of a payment is written with its amount and token, and found as committed")
    void change() {
        add(payment("1", "tx1", "first"));
        SeenPayment changed = payment("1", "tx1", "later").now(PaymentStanding.REFUND_OWED);
        shop.store().inShortTransaction(transaction -> {
            book().change(changed, transaction);
            return changed;
        });
        assertThat(find("1", "tx1")).hasValueSatisfying(seen -> {
            assertThat(seen.standing()).isEqualTo(PaymentStanding.REFUND_OWED);
            assertThat(seen.token()).isEqualTo("later");
        });
        assertThat(find("1", "tx2")).isEmpty();
        assertThat(find("2", "tx1")).isEmpty();
    }

    @Test
    @DisplayName("every standing, amounts of many digits and references of 128 characters are kept as they are")
    void values() {
        for (PaymentStanding standing : PaymentStanding.values()) {
            add(payment("1", standing.name(), "t").now(standing));
        }
        assertThat(of("1"))
                .allSatisfy(seen ->
                        assertThat(seen.reference()).isEqualTo(seen.standing().name()));
        BigDecimal large = new BigDecimal("98765432109876.123456789");
        String reference = "支".repeat(SeenPayment.LONGEST_REFERENCE);
        add(new SeenPayment(
                new OrderKey("orders", "2"), reference, "unpaid", PaymentStanding.PAID, Optional.of(large), NOW, "t"));
        assertThat(find("2", reference).orElseThrow().amount().orElseThrow()).isEqualByComparingTo(large);
        add(new SeenPayment(
                new OrderKey("orders", "3"),
                "cents",
                "unpaid",
                PaymentStanding.PAID,
                Optional.of(new BigDecimal("6000")),
                NOW,
                "t"));
        assertThat(find("3", "cents").orElseThrow().amount().orElseThrow().toPlainString())
                .isEqualTo("6000");
    }

    @Test
    @DisplayName(
            "an order is held by money that is there, and not by what was given back, is owed back or was only told of")
    void holding() {
        for (PaymentStanding standing : PaymentStanding.values()) {
            add(payment(standing.name(), "tx1", "t").now(standing));
        }
        add(payment(PaymentStanding.REFUNDED.name(), "tx2", "t").now(PaymentStanding.REFUNDED));
        List<OrderKey> asked = Stream.concat(
                        Arrays.stream(PaymentStanding.values())
                                .map(standing -> new OrderKey("orders", standing.name())),
                        Stream.of(new OrderKey("orders", "none")))
                .toList();
        assertThat(book().holding(asked))
                .extracting(OrderKey::id)
                .containsExactlyInAnyOrder(
                        PaymentStanding.PAID.name(),
                        PaymentStanding.UNDERPAID.name(),
                        PaymentStanding.MANUAL.name(),
                        PaymentStanding.UNKNOWN_ORDER.name());
        assertThat(book().holding(List.of(new OrderKey("elsewhere", PaymentStanding.PAID.name()))))
                .isEmpty();
        assertThat(book().holding(List.of())).isEmpty();
    }

    @Test
    @DisplayName("what is written goes the way of its transaction")
    void rollback() {
        assertThatThrownBy(() -> shop.store().transactions().inTransaction(transaction -> {
                    book().add(payment("1", "tx1", "t"), transaction);
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessageContaining("on purpose");
        assertThat(of("1")).isEmpty();
    }
}
