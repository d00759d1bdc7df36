package io.github.ordertimeout;

import io.github.ordertimeout.event.PaymentQuery;
import java.util.ArrayList;
import java.util.List;

/**
 * How long the payment side took to answer, until a pass tells of it: a listener must not be told within a call, whose time is
 * limited. Thread-safe.
 */
final class PaymentQueries {
    private static final int MOST = 10_000;

    private List<PaymentQuery> queries = new ArrayList<>();

    synchronized void add(PaymentQuery query) {
        if (queries.size() < MOST) {
            queries.add(query);
        }
    }

    /** Those since the last time. */
    synchronized List<PaymentQuery> take() {
        List<PaymentQuery> taken = queries;
        queries = new ArrayList<>();
        return taken;
    }
}
