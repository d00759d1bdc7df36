package io.github.ordertimeout.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The payment provider's own books. Each order has one session there, which the engine can ask about and cancel; money may also
 * come in by ways that it cannot see. Thread-safe.
 */
final class Provider {
    /** How a session stands. */
    private enum Session {
        OPEN,
        PAID,
        CANCELLED
    }

    private final Map<Long, Session> sessions = new HashMap<>();
    private final Map<Long, Set<String>> taken = new HashMap<>();
    private final Map<String, String> refundsByKey = new HashMap<>();
    private final Map<String, Integer> refunded = new HashMap<>();

    /** The reference of an order's session. */
    static String session(long order) {
        return "S" + order;
    }

    synchronized void open(long order) {
        sessions.put(order, Session.OPEN);
    }

    /** A buyer pays in the order's session; false: it was cancelled. */
    synchronized boolean pay(long order) {
        if (sessions.get(order) != Session.OPEN) {
            return false;
        }
        sessions.put(order, Session.PAID);
        take(order, session(order));
        return true;
    }

    /** Money comes in beside the session. */
    synchronized void payBeside(long order, String reference) {
        take(order, reference);
    }

    private void take(long order, String reference) {
        taken.computeIfAbsent(order, none -> new TreeSet<>()).add(reference);
    }

    synchronized String query(long order) {
        Session session = sessions.get(order);
        return session == null ? "" : session(order) + " " + session;
    }

    synchronized String cancel(long order) {
        Session session = sessions.get(order);
        if (session == Session.OPEN) {
            sessions.put(order, Session.CANCELLED);
        }
        return session == null ? "GONE" : session.name();
    }

    /** Gives money back, once for each key. */
    synchronized String refund(String key, long order, String reference) {
        if (refundsByKey.putIfAbsent(key, reference) != null) {
            return "ALREADY";
        }
        refunded.merge(order + " " + reference, 1, Integer::sum);
        return "REFUNDED";
    }

    /** The references of all money that came in for an order. */
    synchronized Collection<String> taken(long order) {
        return List.copyOf(taken.getOrDefault(order, Set.of()));
    }

    /** How often a payment was given back. */
    synchronized int refunds(long order, String reference) {
        return refunded.getOrDefault(order + " " + reference, 0);
    }

    /** Whether an order was paid in its session. */
    synchronized boolean sessionPaid(long order) {
        return sessions.get(order) == Session.PAID;
    }

    /** {@code ORDER REFERENCE} of everything that was given back. */
    synchronized List<String> refunded() {
        return new ArrayList<>(refunded.keySet());
    }
}
