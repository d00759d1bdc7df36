package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Shop;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What many shops have: find overdue orders, close each in a transaction of its own, on several threads. */
public final class NaiveLoop implements Contender {
    private static final int PAGE = 1_000;

    private final Shop shop;
    private final PerOrderClose close;
    private final ExecutorService threads;
    private final int count;

    /** On so many threads. */
    public NaiveLoop(Shop shop, int threads) {
        this.shop = shop;
        this.close = new PerOrderClose(shop.database().pool());
        this.threads = Executors.newFixedThreadPool(threads);
        this.count = threads;
    }

    @Override
    public String name() {
        return "loop, " + count + " threads";
    }

    @Override
    public long closeAll() {
        long closed = 0;
        try (Connection reader = shop.database().pool().getConnection();
                OverdueIds pages = new OverdueIds(reader, shop.database().dialect(), PAGE)) {
            while (true) {
                long[] ids = pages.next();
                List<Future<Boolean>> running = new ArrayList<>();
                for (long id : ids) {
                    running.add(threads.submit(() -> close.close(id)));
                }
                for (Future<Boolean> one : running) {
                    closed += one.get() ? 1 : 0;
                }
                if (ids.length < PAGE) {
                    return closed;
                }
            }
        } catch (SQLException | ExecutionException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
