package io.github.ordertimeout.jdbc.close;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.payment.JdbcPaymentBook;
import io.github.ordertimeout.jdbc.sql.KeyByKey;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the library's own tables say of orders that are locked: money that came in for them, and how often they were closed. To be
 * read after the orders are locked: whoever closed one or took money for it before us committed that before we got the lock, so
 * that a read which begins now sees it.
 *
 * <p>A read without locks, on purpose. In READ COMMITTED every statement sees what is committed. In REPEATABLE READ InnoDB takes
 * its snapshot at the first read <em>without</em> locks, which is this one, and PostgreSQL refuses the order's lock where the row
 * changed since the snapshot. A locking read would, in InnoDB's REPEATABLE READ, lock the gaps that the rows of other workers go
 * into: two workers then wait for each other's inserts. Should trusted SQL in {@code where-sql} have taken a snapshot before, the
 * worst that an old one leads to is a number taken twice: the primary key refuses that.
 */
final class OwnRecords {
    /** The third close by the same rule within a day is a person's matter. */
    private static final int MOST_CLOSES_A_DAY = 2;

    private final Ledger ledger;
    private final Optional<JdbcPaymentBook> payments;
    private final String source;
    private final Dialect dialect;

    /**
     * Of the orders of one source.
     *
     * @param payments absent where payments hold no order back
     */
    OwnRecords(Ledger ledger, Optional<JdbcPaymentBook> payments, String source, Dialect dialect) {
        this.ledger = ledger;
        this.payments = payments;
        this.source = source;
        this.dialect = dialect;
    }

    /**
     * What was found.
     *
     * @param paid orders with money that belongs to them
     * @param lastNumbers the greatest close number of each order that was closed before
     * @param reclosing orders that this rule has closed too often of late
     */
    record Found(Set<String> paid, Map<String, Long> lastNumbers, Set<String> reclosing) {
        /** The number of the close that comes next. */
        long nextNumber(String id) {
            return lastNumbers.isEmpty() ? 1 : lastNumbers.getOrDefault(id, 0L) + 1;
        }
    }

    /** Of at least one order. */
    Found of(Session session, List<String> ids, CloseBatch batch) {
        Set<String> paid = new HashSet<>();
        Map<String, Long> last = new HashMap<>();
        read(session, ids, paid, last);
        return new Found(paid, last, reclosing(session, batch, last));
    }

    private void read(Session session, List<String> ids, Set<String> paid, Map<String, Long> last) {
        Optional<Sql> both = keyByKey(ids);
        if (both.isPresent()) {
            session.query(both.get(), row -> {
                long number = row.getLong(2);
                if (!row.wasNull()) {
                    last.put(row.getString(1), number);
                }
                return row.getInt(3) == 1 && paid.add(row.getString(1));
            });
        } else {
            payments.ifPresent(book -> paid.addAll(book.held(session, source, ids)));
            session.query(ledger.lastNumbers(ids), row -> last.put(row.getString(1), row.getLong(2)));
        }
    }

    /** The numbers and the payments in one statement; empty where lists of keys serve better. */
    Optional<Sql> keyByKey(List<String> ids) {
        Sql key = Sql.text(KeyByKey.KEY);
        Sql paid = payments.map(book -> Sql.text("CASE WHEN ")
                        .then(book.first(source).inParentheses())
                        .then(" IS NOT NULL THEN ")
                        .then(book.holds(source, key).inParentheses())
                        .then(" END"))
                .orElse(Sql.text("SELECT 0"));
        return dialect.asRows(ids).map(keys -> KeyByKey.values(keys, ledger.lastNumber(key), paid));
    }

    /** Hardly ever an order was closed more than once: only such are counted. */
    private Set<String> reclosing(Session session, CloseBatch batch, Map<String, Long> last) {
        List<String> often = last.entrySet().stream()
                .filter(order -> order.getValue() >= MOST_CLOSES_A_DAY)
                .map(Map.Entry::getKey)
                .toList();
        Set<String> reclosing = new HashSet<>();
        if (batch.cause().dueRequired() && !often.isEmpty()) {
            session.query(
                    ledger.closesOfDay(often, batch.cause().rule(), batch.now()),
                    row -> row.getLong(2) >= MOST_CLOSES_A_DAY && reclosing.add(row.getString(1)));
        }
        return reclosing;
    }

    /** Asks for an order that cannot be, to see whether these tables may be read. */
    void rehearse(Session session) {
        read(session, List.of(""), new HashSet<>(), new HashMap<>());
    }
}
