package io.github.ordertimeout.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.InClosingTransaction;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.payment.PayableOrder;
import io.github.ordertimeout.payment.PayableOrder.Standing;
import io.github.ordertimeout.payment.PayableOrders;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.settle.Compensation;
import io.github.ordertimeout.settle.CompensationKind;
import io.github.ordertimeout.store.RuleStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every store promises about its orders as payments meet them. Inherited by the test of each implementation. */
public abstract class PayableOrdersContract extends StoreSteps {

    private Optional<PayableOrder> lock(PayableOrders orders, String id) {
        return shop.store().inShortTransaction(transaction -> orders.lock(id, transaction));
    }

    private Standing standing(PayableOrders orders, long id) {
        return lock(orders, Long.toString(id)).orElseThrow().standing();
    }

    private List<String> byNumber(PayableOrders orders, String number) {
        return shop.store().inShortTransaction(transaction -> orders.idsByNumber(number, transaction));
    }

    private boolean pay(PayableOrders orders, String id) {
        return shop.store()
                .inShortTransaction(
                        transaction -> orders.pay(orders.lock(id, transaction).orElseThrow(), "tx1", transaction));
    }

    @Test
    @DisplayName("an order's row says open, paid, closed or something else")
    void standings() {
        order(1, HOUR);
        order(2, HOUR, "status", 1);
        order(3, HOUR, "status", 4);
        order(4, HOUR, "status", 9);
        PayableOrders orders = open(quarterHour()).payable();
        assertThat(orders.canBePaid()).isTrue();
        assertThat(List.of(standing(orders, 1), standing(orders, 2), standing(orders, 3), standing(orders, 4)))
                .containsExactly(Standing.OPEN, Standing.PAID, Standing.CLOSED, Standing.OTHER);
        assertThat(lock(orders, "5")).isEmpty();
        assertThat(lock(orders, "no number")).isEmpty();
        assertThat(lock(orders, "1").orElseThrow().now()).isEqualTo(NOW);
    }

    @Test
    @DisplayName("a payment sets an open order to the first paid status and what on-paid says, and no other order")
    void pays() {
        order(1, HOUR);
        order(2, HOUR, "status", 4);
        PayableOrders orders = open(quarterHour()
                        .with("paid-status", "1, 2")
                        .with("on-paid.pay_time", ":now")
                        .with("on-paid.number", ":reason"))
                .payable();
        assertThat(pay(orders, "1")).isTrue();
        assertThat(pay(orders, "1")).isFalse();
        assertThat(pay(orders, "2")).isFalse();
        assertThat(shop.status("orders", "1")).contains("1");
        assertThat(shop.status("orders", "2")).contains("4");
        assertThat(byNumber(orders, "tx1")).containsExactly("1");
    }

    @Test
    @DisplayName("where another column says paid, it is recognised and set")
    void paidWhen() {
        order(1, HOUR);
        order(2, HOUR, "kind", 7);
        RuleStore rule = open(quarterHour().with("paid-status", "").with("paid-when.kind", "[7, 8]"));
        PayableOrders orders = rule.payable();
        assertThat(orders.canBePaid()).isTrue();
        assertThat(standing(orders, 2)).isEqualTo(Standing.PAID);
        assertThat(pay(orders, "1")).isTrue();
        assertThat(standing(orders, 1)).isEqualTo(Standing.PAID);
        assertThat(shop.status("orders", "1")).contains("0");
    }

    @Test
    @DisplayName("where a flag marks the close, the ledger tells a closed order from one that the rule does not mean")
    void closedByFlag() {
        order(1, HOUR, "kind", 0);
        order(2, HOUR, "kind", 9);
        RuleStore rule = open(
                quarterHour().with("closed-status", "").with("where.kind", "0").with("on-close.kind", "9"));
        close(rule, "1");
        assertThat(standing(rule.payable(), 1)).isEqualTo(Standing.CLOSED);
        assertThat(standing(rule.payable(), 2)).isEqualTo(Standing.OPEN);
        assertThat(lock(rule.payable(), "2").orElseThrow().selected()).isFalse();
    }

    @Test
    @DisplayName("an order is found by number; two of one number are two")
    void byNumber() {
        order(1, HOUR, "number", "A");
        order(2, HOUR, "number", "B");
        order(3, HOUR, "number", "B");
        PayableOrders orders = open(quarterHour()).payable();
        assertThat(byNumber(orders, "A")).containsExactly("1");
        assertThat(byNumber(orders, "B")).hasSize(2);
        assertThat(byNumber(orders, "C")).isEmpty();
    }

    @Test
    @DisplayName("ids are compared with their case")
    void textIds() {
        textOrder("abC1", HOUR);
        textOrder("ABc1", HOUR);
        PayableOrders orders = open(quarterHour().with("table", "text_orders")).payable();
        assertThat(pay(orders, "abC1")).isTrue();
        assertThat(shop.status("text_orders", "ABc1")).contains("0");
        assertThat(lock(orders, "ABC1")).isEmpty();
    }

    @Test
    @DisplayName("the open orders of a group are those that are paid together")
    void groups() {
        order(1, HOUR, "kind", 7);
        order(2, HOUR, "kind", 7);
        order(3, HOUR, "kind", 8);
        shop.change("orders", "2", "status", 4);
        PayableOrders orders =
                open(quarterHour().with("payment-group-column", "kind")).payable();
        assertThat(orders.openOfGroup("7")).isEqualTo(Set.of("1"));
        List<String> all =
                shop.store().transactions().inTransaction(transaction -> orders.idsOfGroup("7", transaction));
        assertThat(all).containsExactlyInAnyOrder("1", "2");
    }

    @Test
    @DisplayName("B22 an order with money of its own does not close, though its row shows none")
    void heldByItsMoney() {
        order(1, HOUR);
        order(2, HOUR);
        order(3, HOUR);
        RuleStore rule = open(quarterHour());
        see(rule, "1", PaymentStanding.UNDERPAID);
        see(rule, "2", PaymentStanding.REFUND_OWED);
        see(rule, "3", PaymentStanding.PAID);
        assertThat(close(rule, "1")).containsInstanceOf(NotClosed.Inconsistent.class);
        assertThat(close(rule, "2")).isEmpty();
        assertThat(close(rule, "3")).containsInstanceOf(NotClosed.Inconsistent.class);
        assertThat(shop.status("orders", "1")).contains("0");
        assertThat(shop.status("orders", "2")).contains("4");
    }

    @Test
    @DisplayName("which orders may not close any more is told beforehand, by the primary's rows")
    void notClosable() {
        order(1, HOUR);
        order(2, HOUR);
        order(3, HOUR);
        RuleStore rule = open(quarterHour());
        CloseBatch batch = batch(rule, List.of("1", "2", "3"));
        shop.change("orders", "2", "status", 1);
        shop.delete("orders", "3");
        assertThat(rule.closer().notClosable(batch)).containsOnlyKeys("2", "3");
    }

    @Test
    @DisplayName("what is owed commits and rolls back with the transaction that it was written in")
    void owedInTheTransaction() {
        List<Compensation> owed = List.of(
                new Compensation("unpaid", new OrderKey("orders", "1"), CompensationKind.REFUND, "tx1", "late"),
                new Compensation("unpaid", new OrderKey("orders", "2"), CompensationKind.RECHECK, "", "look"));
        assertThatThrownBy(() -> shop.store().transactions().inTransaction(transaction -> {
                    shop.store().compensations().addIn(transaction, owed, NOW, "");
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessageContaining("on purpose");
        assertThat(shop.store().compensations().list(0, 9)).isEmpty();
        for (int twice = 0; twice < 2; twice++) {
            shop.store().inShortTransaction(transaction -> {
                shop.store().compensations().addIn(transaction, owed, NOW, "");
                return owed;
            });
        }
        assertThat(shop.store().compensations().list(0, 9))
                .extracting(row -> row.what().kind())
                .containsExactlyInAnyOrder(CompensationKind.REFUND, CompensationKind.RECHECK);
        assertThat(shop.store().compensations().counts(shop.store().now()).pending())
                .as("a planned look is no backlog")
                .isEqualTo(1);
        assertThat(shop.store()
                        .compensations()
                        .open("orders", Set.of(CompensationKind.REFUND, CompensationKind.CLOSE), List.of("1", "2")))
                .containsOnlyKeys("1")
                .containsValue(Set.of(CompensationKind.REFUND));
    }

    private void see(RuleStore rule, String id, PaymentStanding standing) {
        SeenPayment payment = new SeenPayment(
                new OrderKey(rule.source(), id), "tx" + id, "unpaid", standing, Optional.empty(), NOW, "t");
        shop.store().inShortTransaction(transaction -> {
            shop.store().payments().add(payment, transaction);
            return payment;
        });
    }

    /** Why it was not closed; empty where it was. */
    private static Optional<NotClosed> close(RuleStore rule, String id) {
        return Optional.ofNullable(
                rule.closer().close(batch(rule, List.of(id))).notClosed().get(id));
    }

    private static CloseBatch batch(RuleStore rule, List<String> ids) {
        List<OrderSnapshot> orders = ids.stream()
                .map(id -> rule.scanner().findById(id, NOW).orElseThrow().order())
                .toList();
        return new CloseBatch(
                "token " + ids,
                orders,
                NOW,
                CloseCause.timeout("unpaid"),
                List.of("none"),
                InClosingTransaction.NOTHING);
    }
}
