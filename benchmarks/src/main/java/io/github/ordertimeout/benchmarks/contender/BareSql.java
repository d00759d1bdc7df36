package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Dialect;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/**
 * A program of bare SQL with the same durable effects: it pages through the overdue ids and closes each page in one transaction.
 * It locks nothing before it writes, repeats no condition but the status, draws no close number, checks no payment, tells nobody.
 */
public final class BareSql implements Contender {
    private final String name;
    private final DataSource dataSource;
    private final Dialect dialect;
    private final Work work;
    private final Ledger ledger;
    private final CloseStatements statements;
    private final ExecutorService threads;

    private BareSql(String name, Shop shop, DataSource dataSource, Work work, Ledger ledger) {
        this.name = name;
        this.dataSource = dataSource;
        this.dialect = shop.database().dialect();
        this.work = work;
        this.ledger = ledger;
        this.threads = Executors.newFixedThreadPool(work.threads());
        this.statements = switch (dialect) {
            case POSTGRESQL -> new PostgresStatements(ledger);
            case MARIADB -> new MariaDbStatements(ledger);
            case H2 -> new H2Statements(ledger);
        };
    }

    /** Writes the very ledger rows that the library writes. */
    public static BareSql sameLedger(Shop shop, DataSource dataSource, Work work) {
        return new BareSql("bare SQL", shop, dataSource, work, Ledger.SAME);
    }

    /** Writes ledger rows of two columns: order and type. */
    public static BareSql narrowLedger(Shop shop, DataSource dataSource, Work work) {
        return new BareSql("bare SQL, narrow ledger", shop, dataSource, work, Ledger.NARROW);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String ledger() {
        return ledger.table();
    }

    @Override
    public long closeAll() {
        try {
            return closePages();
        } catch (SQLException | ExecutionException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private long closePages() throws SQLException, ExecutionException, InterruptedException {
        long closed = 0;
        Deque<Future<Integer>> running = new ArrayDeque<>();
        try (Connection reader = dataSource.getConnection();
                OverdueIds pages = new OverdueIds(reader, dialect, work.batch())) {
            while (true) {
                long[] ids = pages.next();
                if (ids.length > 0) {
                    Callable<Integer> batch = () -> close(ids);
                    running.add(threads.submit(batch));
                }
                // One page ahead of the threads, and never more.
                while (running.size() > (ids.length < work.batch() ? 0 : work.threads())) {
                    closed += running.remove().get();
                }
                if (ids.length < work.batch()) {
                    return closed;
                }
            }
        }
    }

    private int close(long[] ids) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            int closed = statements.close(connection, ids, Instant.now());
            connection.commit();
            connection.setAutoCommit(true);
            return closed;
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
