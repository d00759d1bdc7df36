package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.database.DatabaseException;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.release.ItemsOntoStock.Sum;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.release.ReleaseFailedException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link ItemsOntoStock} and tells what it has left.
 *
 * <p>Thread-safe.
 */
final class DirectRelease {
    private static final Logger LOG = LoggerFactory.getLogger(DirectRelease.class);
    private static final String SAVEPOINT = "order_timeout_stock";
    private static final CloseMoment SOME_MOMENT = new CloseMoment(Instant.EPOCH, "", "");

    private final ItemsOntoStock statements;
    private final Items items;
    private final Dialect dialect;
    private volatile Optional<Boolean> locksGaps = Optional.empty();

    DirectRelease(ItemsOntoStock statements, Items items, Dialect dialect) {
        this.statements = statements;
        this.items = items;
        this.dialect = dialect;
    }

    /**
     * What was given back.
     *
     * @param wanted where not all was: everything that was wanted
     */
    record Given(List<Sum> wanted) {
        static final Given ALL = new Given(List.of());

        boolean isAll() {
            return wanted.isEmpty();
        }

        /**
         * The demands whose rows were not changed.
         *
         * @param demands of these lines, all of them
         * @param lines what the orders hold, as read since
         * @throws CloseFailedException to be tried again, if that is not what was wanted: an item was changed in between
         */
        List<Demand> left(List<Demand> demands, List<Line> lines) {
            Map<Optional<Key>, BigDecimal> before = new HashMap<>();
            wanted.forEach(sum -> before.merge(sum.row(), plain(sum.quantity()), Given::added));
            Map<Optional<Key>, BigDecimal> now = new HashMap<>();
            lines.forEach(line -> now.merge(line.key(), plain(line.quantity()), Given::added));
            if (!before.equals(now)) {
                throw new CloseFailedException(
                        FailureKind.CONTENTION,
                        "items changed",
                        "Items were changed while their stock was given back. Nothing was closed.",
                        new IllegalStateException("items changed"));
            }
            Set<Key> left = wanted.stream()
                    .filter(sum -> !sum.changed())
                    .flatMap(sum -> sum.row().stream())
                    .collect(Collectors.toSet());
            return demands.stream()
                    .filter(demand -> left.contains(demand.row()))
                    .toList();
        }

        private static BigDecimal added(BigDecimal one, BigDecimal other) {
            return plain(one.add(other));
        }

        private static BigDecimal plain(BigDecimal whole) {
            return whole.setScale(0);
        }
    }

    /** Gives back what can be given as a whole; empty where nothing was done. */
    Optional<Given> give(List<OrderSnapshot> orders, CloseMoment moment, Session session) {
        Optional<Collection<Key>> keys = items.inOneStatement(orders);
        if (keys.isEmpty() || locksGaps(session)) {
            return Optional.empty();
        }
        if (dialect.joinedUpdate() == Dialect.JoinedUpdate.WITH) {
            return Optional.of(
                    new Given(session.query(statements.inOne(keys.get(), moment), row -> statements.read(row, true))));
        }
        List<Sum> sums = session.query(statements.sums(keys.get()), row -> statements.read(row, false));
        if (sums.isEmpty()) {
            return Optional.of(Given.ALL);
        }
        boolean given = sums.stream().allMatch(sum -> sum.row().isPresent()) && spread(sums, moment, session);
        return given ? Optional.of(Given.ALL) : Optional.empty();
    }

    /** Gives each row its sum, or leaves all of them as they are. */
    private boolean spread(List<Sum> sums, CloseMoment moment, Session session) {
        try {
            return dialect.joinedUpdate() == Dialect.JoinedUpdate.MERGE
                    ? counted(sums, moment, session)
                    : allOrNothing(sums, moment, session);
        } catch (ReleaseFailedException e) {
            throw e;
        } catch (RuntimeException e) {
            // The server undoes a statement that fails, and what came before it in the transaction stays.
            FailureKind kind = FailureClassifier.kind(e);
            if (kind == FailureKind.ORDER || kind == FailureKind.REFUSED) {
                return false;
            }
            throw e;
        }
    }

    /** Which rows were left is not told: those that were changed become again what they were. */
    private boolean counted(List<Sum> sums, CloseMoment moment, Session session) {
        session.update(Sql.text("SAVEPOINT " + SAVEPOINT));
        if (session.update(statements.merge(sums, moment)) == sums.size()) {
            return true;
        }
        session.update(Sql.text("ROLLBACK TO SAVEPOINT " + SAVEPOINT));
        return false;
    }

    private boolean allOrNothing(List<Sum> sums, CloseMoment moment, Session session) {
        int changed = session.update(statements.allOrFail(sums, moment));
        if (changed != sums.size()) {
            throw new ReleaseFailedException(changed + " of " + sums.size() + " rows of "
                    + statements.stock().table().canonicalName() + " took what is given back to them."
                    + " Look for a trigger on the table that turns its updates into something else.");
        }
        return true;
    }

    /** Whether the statements can be run here at all: for no order, so that nothing is changed. Outside a transaction. */
    boolean isUnderstood(Session session) {
        try {
            switch (dialect.joinedUpdate()) {
                case WITH -> session.query(statements.inOne(List.of(), SOME_MOMENT), row -> true);
                case MERGE -> {
                    session.query(statements.sums(List.of()), row -> true);
                    session.update(statements.merge(List.of(), SOME_MOMENT));
                }
                case OUTER_JOIN -> {
                    session.query(statements.sums(List.of()), row -> true);
                    session.update(statements.allOrFail(List.of(), SOME_MOMENT));
                }
            }
            return true;
        } catch (RuntimeException e) {
            LOG.debug("Stock is given back line by line: {}", e.getMessage());
            return false;
        }
    }

    /**
     * Whether a row that is missing would be locked as a gap: InnoDB does so unless in READ COMMITTED. All transactions of a rule are
     * alike, so that the first one tells.
     */
    private boolean locksGaps(Session session) {
        if (!dialect.locksGaps()) {
            return false;
        }
        if (locksGaps.isEmpty()) {
            try {
                int isolation = session.connection().getTransactionIsolation();
                locksGaps = Optional.of(isolation != Connection.TRANSACTION_READ_COMMITTED);
            } catch (SQLException e) {
                throw new DatabaseException("The isolation of a transaction cannot be read", e);
            }
        }
        return locksGaps.get();
    }
}
