package io.github.ordertimeout.jdbc.scan;

import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import io.github.ordertimeout.jdbc.mapping.OrderRow;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Chunks;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Cursor;
import io.github.ordertimeout.scan.Look;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.scan.Overlooked;
import io.github.ordertimeout.scan.ScanPage;
import io.github.ordertimeout.scan.ScanRequest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Scans a table. */
public final class JdbcOrderScanner implements OrderScanner {
    /** No index serves it, and a large table must not keep a pass waiting. */
    private static final TimeLimits OVERLOOKED = new TimeLimits(Duration.ofSeconds(1), Duration.ofSeconds(5));

    /** Of so many ranges of an index one statement asks for the first row each. */
    private static final int MOST_RANGES = 16;

    private final Database primary;
    private final Database database;
    private final RuleMapping mapping;
    private final OrderSelect select;
    private final PageSql sql;

    /** Scans the orders of this rule. */
    public JdbcOrderScanner(Database database, RuleMapping mapping) {
        this(database, database, mapping);
    }

    /** The same on a copy: terms, which decide what is due, are still read from the primary. */
    JdbcOrderScanner(Database primary, Database database, RuleMapping mapping) {
        this.primary = primary;
        this.database = database;
        this.mapping = mapping;
        this.select = new OrderSelect(mapping);
        this.sql = new PageSql(mapping, select);
    }

    @Override
    public List<Arm> arms() {
        mapping.deadline().refresh(primary);
        return mapping.deadline().arms(mapping.rule(), mapping.status().open());
    }

    @Override
    public ScanPage nextPage(ScanRequest request) {
        mapping.deadline().refresh(primary);
        List<OrderRow> rows = database.read(session -> session.query(sql.page(request), select::read));
        return new ScanPage(
                rows.stream().map(OrderRow::order).toList(),
                rows.size() < request.limit() ? Optional.empty() : Optional.of(cursor(request.arm(), rows)));
    }

    /**
     * Where the page ends. MySQL may hold dates such as 2024-00-10, which are no moment: the last row that has one counts, so
     * that such rows are met once more and end no scan.
     */
    private Cursor cursor(Arm arm, List<OrderRow> rows) {
        for (int last = rows.size() - 1; last >= 0; last--) {
            OrderRow row = rows.get(last);
            Optional<String> position = arm.basis() == Arm.Basis.DUE ? row.due() : row.created();
            if (position.isPresent()) {
                return new Keyset(position.get(), row.order().id());
            }
        }
        throw new OrderTimeoutException("All " + rows.size() + " orders of a page of `" + mapping.source()
                + "` hold a time that is no moment, such as 2024-00-10: correct them, or exclude them by where-sql");
    }

    @Override
    public Optional<Instant> nextDue(Arm arm, Instant after) {
        Optional<Instant> first = Optional.empty();
        for (Duration length : mapping.deadline().lengths(arm)) {
            first = earlier(first, next(arm, after, length));
        }
        return first;
    }

    private Optional<Instant> next(Arm arm, Instant after, Duration length) {
        TimeColumnSql time = mapping.deadline().column(arm);
        return database.read(session -> session.first(sql.next(arm, after, length), row -> time.position(row, 1)))
                .flatMap(position -> position)
                .map(position -> time.instant(position)
                        .plus(length)
                        .plus(mapping.deadline().grace()));
    }

    @Override
    public Optional<Look> look(Instant from) {
        List<Arm> arms = arms();
        if (arms.stream()
                        .mapToInt(arm -> mapping.deadline().lengths(arm).size())
                        .sum()
                > MOST_RANGES) {
            return Optional.empty();
        }
        Optional<Instant> given = database.givenNow();
        return database.read(session -> session.first(
                sql.look(arms, from),
                row -> look(given.isPresent() ? given.get() : mapping.dialect().readNow(row), row, arms)));
    }

    private Look look(Instant now, ResultSet row, List<Arm> arms) throws SQLException {
        Optional<Instant> first = Optional.empty();
        int column = 2;
        for (Arm arm : arms) {
            TimeColumnSql time = mapping.deadline().column(arm);
            for (Duration length : mapping.deadline().lengths(arm)) {
                Optional<Instant> next = time.position(row, column++)
                        .map(position -> time.instant(position)
                                .plus(length)
                                .plus(mapping.deadline().grace()));
                first = earlier(first, next);
            }
        }
        return new Look(now, first);
    }

    private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
        return Stream.concat(one.stream(), other.stream()).min(Instant::compareTo);
    }

    @Override
    public long countRest(ScanRequest request) {
        return count(sql.count(request));
    }

    @Override
    public long countOpen(Instant now) {
        return count(sql.open(now));
    }

    @Override
    public long countTooOld(Instant now) {
        Optional<Sql> tooOld = mapping.deadline().tooOld(now);
        return tooOld.isEmpty()
                ? 0
                : arms().stream()
                        .mapToLong(arm -> count(sql.tooOld(arm, now, tooOld.get())))
                        .sum();
    }

    private long count(Sql query) {
        return database.read(session -> session.first(query, row -> row.getLong(1)))
                .orElse(0L);
    }

    @Override
    public Optional<Overlooked> overlooked(Instant now) {
        OverlookedSql overlooked = new OverlookedSql(mapping, select);
        for (Overlooked.By by : overlooked.ways()) {
            Optional<OrderRow> row = database.transactions(OVERLOOKED)
                    .inTransaction(transaction ->
                            transaction.unwrap(Session.class).first(overlooked.first(by, now), select::read));
            if (row.isPresent()) {
                return row.map(OrderRow::order).map(order -> new Overlooked(order.id(), order.status(), by));
            }
        }
        return Optional.empty();
    }

    @Override
    public List<OrderFinding> find(String idOrNumber, Instant now) {
        mapping.deadline().refresh(primary);
        return database.read(session -> new OrderFinder(mapping, select).find(session, idOrNumber, now));
    }

    @Override
    public Optional<OrderFinding> findById(String id, Instant now) {
        mapping.deadline().refresh(primary);
        return database.read(session -> new OrderFinder(mapping, select).findById(session, id, now));
    }

    @Override
    public Map<String, OrderFinding> findAllById(Collection<String> ids, Instant now) {
        mapping.deadline().refresh(primary);
        Map<String, OrderFinding> found = new LinkedHashMap<>();
        for (List<String> some : Chunks.of(ids, mapping.dialect().largestInList())) {
            found.putAll(database.read(session -> new OrderFinder(mapping, select).findAllById(session, some, now)));
        }
        return found;
    }
}
