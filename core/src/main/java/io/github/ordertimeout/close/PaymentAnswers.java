package io.github.ordertimeout.close;

import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;

/** What the payment side said of the orders of a batch, which is true for a short while only. Used by one thread at a time. */
public interface PaymentAnswers {
    /** The payment side was not asked: nothing grows old. */
    PaymentAnswers NOT_ASKED = new PaymentAnswers() {
        @Override
        public boolean areValid(List<OrderSnapshot> orders) {
            return true;
        }

        @Override
        public List<OrderSnapshot> renew(List<OrderSnapshot> orders) {
            return orders;
        }
    };

    /** Whether the answers about all of these may still close them. */
    boolean areValid(List<OrderSnapshot> orders);

    /**
     * Asks again about these.
     *
     * @return those that may be closed as far as the payment side is concerned; what becomes of the others is told elsewhere
     */
    List<OrderSnapshot> renew(List<OrderSnapshot> orders);
}
