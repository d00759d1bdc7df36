package io.github.ordertimeout.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens in the world at its time, whatever else goes on.
 *
 * @param number tells actions apart
 * @param at nanoseconds after the start
 * @param kind what happens
 * @param target the order's id, the node's number or the stock row, as the kind wants
 * @param amount seconds, units or steps, as the kind wants
 * @param order the order that is made; only for {@link Kind#ORDER}
 * @param purchase how it is paid at the provider; only for {@link Kind#BUY}
 */
record Action(int number, long at, Kind kind, long target, long amount, NewOrder order, Purchase purchase) {

    enum Kind {
        /** A customer orders; stock is reserved in the same transaction. */
        ORDER,
        /** The payment callback: to paid where the order is still open. */
        PAY,
        /** A first callback notes the time of payment only; the status follows later. */
        NOTE_PAYMENT,
        /** The customer cancels: to the rule's own closed status where the order is still open, stock given back by the shop. */
        CANCEL,
        /** The shop moves the deadline of an open order by so many seconds from now, or takes it away (0). */
        MOVE_DEADLINE,
        /** The shop changes a column that the rule's where looks at. */
        FLIP,
        /** The shop re-opens the order as soon as it is closed, and reserves its stock again. */
        REOPEN,
        /** The shop locks an order for so many seconds and leaves it as it is. */
        HOLD,
        /** The shop corrects a stock row's reserved units downwards. */
        CORRECT_STOCK,
        /** A person cancels the order through a node's engine. */
        ENGINE_CANCEL,
        /** A request asks a node's engine to close the order now. */
        CLOSE_NOW,
        /** A buyer begins an attempt to pay at the provider, and may pay with it later. The order may be one that nobody knows. */
        BUY,
        /** A person lets a node pause the rule. */
        PAUSE,
        /** A person lets the rule go on, and releases its brake. */
        RESUME,
        /** The shop closes an order that the guard has taken for paid. */
        ANNUL,
        /** A node dies at that many steps from now. */
        CRASH
    }

    /**
     * An order as its customer made it.
     *
     * @param status one of the rule's open ones
     * @param kind what timeouts-by looks at; null for none
     * @param due seconds from its making to its own deadline; 0: none; negative: the epoch, which counts as none
     * @param deleted what where looks at
     * @param lines what it holds
     * @param temper how policies and releasers take it
     */
    record NewOrder(int status, @Nullable Integer kind, long due, int deleted, List<Line> lines, Temper temper) {
        static final NewOrder NONE = new NewOrder(0, null, 0, 0, List.of(), Temper.PLAIN);
    }

    /**
     * An attempt to pay.
     *
     * @param begins the node that is asked first whether the order may be paid; negative: the buyer just begins
     * @param paysAfter milliseconds until the buyer pays; negative: never
     * @param money how much; an order costs {@link Provider#TOTAL}
     * @param deliveries when the payment's callback comes, and where; none: it is lost
     */
    record Purchase(int begins, long paysAfter, int money, List<Delivery> deliveries) {
        static final Purchase NONE = new Purchase(-1, -1, 0, List.of());
    }

    /**
     * One delivery of a callback; repeated elsewhere where it is not taken.
     *
     * @param after milliseconds after the payment
     * @param node the node
     */
    record Delivery(long after, int node) {}

    /** Units of a stock row. */
    record Line(String sku, int units) {}

    /** How policies and releasers take an order. */
    enum Temper {
        PLAIN,
        /** Its coupon cannot be given back, ever. */
        BAD_COUPON,
        /** Its coupon cannot be given back for a while. */
        BAD_COUPON_FOR_A_WHILE,
        /** The policy skips it. */
        SKIPPED,
        /** The policy defers it for a while. */
        DEFERRED,
        /** The policy throws, ever. */
        POLICY_THROWS
    }

    @Override
    public String toString() {
        String what = kind + " " + target + (amount == 0 ? "" : " (" + amount + ")");
        return kind == Kind.ORDER ? what + " " + order : kind == Kind.BUY ? what + " " + purchase : what;
    }
}
