package io.github.ordertimeout.release;

import io.github.ordertimeout.close.LeftOut;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ledger as those see it who do what a close owes.
 *
 * <p>Thread-safe.
 */
public interface ReleaseLedger {
    /**
     * A row of the ledger.
     *
     * @param rule the rule that closed the order
     * @param closedAt when
     * @param oldStatus the order's status before that
     * @param done whether what it stands for is done
     */
    record Entry(String rule, Instant closedAt, String oldStatus, boolean done) {}

    /** The row of one close and type, as committed. */
    Optional<Entry> find(OrderKey key, long closeNumber, String type);

    /**
     * What one close did or owes, for a person.
     *
     * @param closeNumber 1 for the order's first close
     * @param type what is given back; {@code none} where nothing is
     * @param rule the rule that closed the order
     * @param reason why
     * @param actor {@code engine}, or who asked for it
     * @param closedAt when
     * @param done whether it is done
     * @param leftOut what could not be given back though nothing failed
     */
    record Line(
            long closeNumber,
            String type,
            String rule,
            String reason,
            String actor,
            Instant closedAt,
            boolean done,
            Optional<String> leftOut) {
        /** A line of which nothing was left out. */
        public Line(
                long closeNumber,
                String type,
                String rule,
                String reason,
                String actor,
                Instant closedAt,
                boolean done) {
            this(closeNumber, type, rule, reason, actor, closedAt, done, Optional.empty());
        }
    }

    /** Notes what releases left out, in the closing transaction that has written their rows. A ledger may have no room for it. */
    default void note(List<LeftOut> leftOut, TransactionContext transaction) {}

    /** Everything that was ever written about an order, by close number and type. */
    List<Line> of(OrderKey key);

    /**
     * Notes that it is done.
     *
     * @return false where it was before, or there is no such row
     */
    boolean done(OrderKey key, long closeNumber, String type, Instant at, TransactionContext transaction);

    /**
     * A row's key.
     *
     * @param key the order
     * @param closeNumber 1 for the order's first close
     * @param type what is given back
     */
    record Row(OrderKey key, long closeNumber, String type) {}

    /** {@link #find} for many rows at once; what is not there is missing. */
    default Map<Row, Entry> findAll(Collection<Row> rows) {
        Map<Row, Entry> found = new HashMap<>();
        rows.forEach(row -> find(row.key(), row.closeNumber(), row.type()).ifPresent(entry -> found.put(row, entry)));
        return found;
    }

    /** {@link #done} for many rows, each once, in as few statements as the database allows. */
    default void allDone(List<Row> rows, Instant at, TransactionContext transaction) {
        rows.forEach(row -> done(row.key(), row.closeNumber(), row.type(), at, transaction));
    }
}
