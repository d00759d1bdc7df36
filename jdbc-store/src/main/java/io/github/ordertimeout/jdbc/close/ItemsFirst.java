package io.github.ordertimeout.jdbc.close;

import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.order.OrderSnapshot;
import java.util.List;

/**
 * Notes what orders hold before the rule's statements run: those may well mark it as given back (an allocation set to zero, a
 * reservation deleted), and the stock, which comes last, would find nothing.
 */
@FunctionalInterface
public interface ItemsFirst {
    /** For rules without inventory. */
    ItemsFirst NONE = (orders, session, rest) -> rest.run();

    /** Reads what these orders hold, then runs the rest of the close. */
    void during(List<OrderSnapshot> orders, Session session, Runnable rest);
}
