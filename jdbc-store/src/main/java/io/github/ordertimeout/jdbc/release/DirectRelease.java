package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.database.DatabaseException;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderSnapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Runs {@link ItemsOntoStock} and tells what it has left.
 *
 * <p>Thread-safe.
 */
final class DirectRelease {
    private static final String SAVEPOINT = "order_timeout_stock";

    /** Of MariaDB and MySQL, where {@link ItemsOntoStock#allOrFail} has met a row that cannot take its whole. */
    private static final int MORE_THAN_ONE_ROW = 1242;

    private static final Left NOTHING = new Left(true, Set.of());

    private final ItemsOntoStock statements;
    private final Items items;
    private final Dialect dialect;
    private volatile Optional<Boolean> readsLock = Optional.empty();

    DirectRelease(ItemsOntoStock statements, Items items, Dialect dialect) {
        this.statements = statements;
        this.items = items;
        this.dialect = dialect;
    }

    /**
     * What is still to be done.
     *
     * @param nothing whether all of it is done
     * @param rows where not: the stock rows that were not changed; those that are not named were
     */
    record Left(boolean nothing, Set<Key> rows) {}

    /** Gives back what can be given as a whole; empty where nothing was done. */
    Optional<Left> give(List<OrderSnapshot> orders, CloseMoment moment, Session session) {
        Optional<Collection<Key>> keys = items.inOneStatement(orders);
        if (keys.isEmpty() || readsLock(session)) {
            return Optional.empty();
        }
        return switch (dialect.joinedUpdate()) {
            case WITH -> Optional.of(inOne(keys.get(), moment, session));
            case MERGE -> counted(keys.get(), moment, session);
            case OUTER_JOIN -> allOrNothing(keys.get(), moment, session);
        };
    }

    /** The server undoes a statement that fails, and what came before it in the transaction stays. */
    private Optional<Left> allOrNothing(Collection<Key> keys, CloseMoment moment, Session session) {
        try {
            session.update(statements.allOrFail(keys, moment));
            return Optional.of(NOTHING);
        } catch (RuntimeException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof SQLException sql && sql.getErrorCode() == MORE_THAN_ONE_ROW) {
                    return Optional.empty();
                }
            }
            throw e;
        }
    }

    private Left inOne(Collection<Key> keys, CloseMoment moment, Session session) {
        List<Optional<Key>> left = session.query(
                statements.inOne(keys, moment),
                row -> Key.read(statements.stock().rowKey().columns(), row, 1));
        Set<Key> rows = new HashSet<>();
        left.forEach(key -> key.ifPresent(rows::add));
        return new Left(left.isEmpty(), rows);
    }

    /** Which rows were left is not told: those that were changed become again what they were. */
    private Optional<Left> counted(Collection<Key> keys, CloseMoment moment, Session session) {
        long wanted =
                session.first(statements.count(keys), row -> row.getLong(1)).orElse(0L);
        if (wanted == 0) {
            return Optional.of(NOTHING);
        }
        session.update(Sql.text("SAVEPOINT " + SAVEPOINT));
        if (session.update(statements.merge(keys, moment)) == wanted) {
            return Optional.of(NOTHING);
        }
        session.update(Sql.text("ROLLBACK TO SAVEPOINT " + SAVEPOINT));
        return Optional.empty();
    }

    /**
     * Whether the part of an UPDATE that only reads locks what it reads: InnoDB does, gaps between items too, unless in READ
     * COMMITTED. All transactions of a rule are alike, so that the first one tells.
     */
    private boolean readsLock(Session session) {
        if (!dialect.locksGaps()) {
            return false;
        }
        if (readsLock.isEmpty()) {
            try {
                int isolation = session.connection().getTransactionIsolation();
                readsLock = Optional.of(isolation != Connection.TRANSACTION_READ_COMMITTED);
            } catch (SQLException e) {
                throw new DatabaseException("The isolation of a transaction cannot be read", e);
            }
        }
        return readsLock.get();
    }
}
