package io.github.ordertimeout.chaos;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.payment.Confirmation;
import java.time.Duration;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Customers: they order, pay in time, too late, or twice, and cancel. The seed decides each order's story; when its steps meet
 * the nodes' is the machine's affair.
 */
final class Load implements AutoCloseable {
    private final long seed;
    private final Scale scale;
    private final Checkout checkout;
    private final OrderTimeoutEngine engine;
    private final Provider provider;
    private final Journal journal;
    private final ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(10, work -> {
        Thread thread = new Thread(work, "chaos-customer");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicLong orders = new AtomicLong();
    private final AtomicInteger pending = new AtomicInteger();

    Load(long seed, Scale scale, Checkout checkout, OrderTimeoutEngine engine, Provider provider, Journal journal) {
        this.seed = seed;
        this.scale = scale;
        this.checkout = checkout;
        this.engine = engine;
        this.provider = provider;
        this.journal = journal;
        threads.setRemoveOnCancelPolicy(true);
    }

    private volatile boolean ordering = true;

    void start() {
        tick();
    }

    private void tick() {
        if (ordering) {
            long nanos = Math.round(TimeUnit.SECONDS.toNanos(1) / scale.perSecond());
            threads.schedule(this::tick, nanos, TimeUnit.NANOSECONDS);
            story(orders.incrementAndGet());
        }
    }

    /** No further orders; those that were made go on. */
    void endOrders() {
        ordering = false;
    }

    /** Steps of stories that are still to come. */
    int pending() {
        return pending.get();
    }

    private void story(long id) {
        Random random = new Random(seed * 1_000_003 + id);
        SortedMap<String, Integer> items = new TreeMap<>();
        int lines = 1 + random.nextInt(2);
        for (int i = 0; i < lines; i++) {
            items.put(ShopTables.sku(random.nextInt(ShopTables.SKUS)), 1 + random.nextInt(3));
        }
        int draw = random.nextInt(100);
        if (draw < 30) {
            journal.neverPaid(id);
        }
        provider.open(id);
        Outcome outcome = checkout.order(id, items);
        journal.made(id, outcome);
        if (outcome == Outcome.DONE) {
            goOn(id, draw, random);
        }
    }

    private void goOn(long id, int draw, Random random) {
        if (draw < 30) {
            return;
        }
        if (draw < 48) {
            paySession(id, part(random, 10, 80), 1, random);
        } else if (draw < 52) {
            paySession(id, part(random, 10, 80), 2, random);
        } else if (draw < 56) {
            // The callback is lost: only who asks the provider learns of the money.
            paySession(id, part(random, 10, 80), 0, random);
        } else if (draw < 68) {
            paySession(id, part(random, 90, 115), 1, random);
        } else if (draw < 78) {
            payBeside(id, "X" + id, part(random, 105, 220));
        } else if (draw < 84) {
            paySession(id, part(random, 10, 60), 1, random);
            payBeside(id, "X" + id, part(random, 40, 150));
        } else if (draw < 88) {
            payBeside(id, "X" + id, part(random, 120, 200));
            payBeside(id, "Y" + id, part(random, 120, 200));
        } else if (draw < 93) {
            cancelByCustomer(id, part(random, 20, 110));
        } else if (draw < 97) {
            cancelByPerson(id, part(random, 20, 110));
        } else {
            look(id, part(random, 90, 130));
        }
    }

    private Duration part(Random random, int leastPercent, int mostPercent) {
        int percent = leastPercent + random.nextInt(mostPercent - leastPercent + 1);
        return scale.timeout().multipliedBy(percent).dividedBy(100);
    }

    private void later(Duration when, Runnable step) {
        pending.incrementAndGet();
        threads.schedule(
                () -> {
                    try {
                        step.run();
                    } catch (RuntimeException e) {
                        journal.note("a customer's step failed: " + e);
                    } finally {
                        pending.decrementAndGet();
                    }
                },
                when.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private void paySession(long id, Duration when, int callbacks, Random random) {
        Duration delay = Duration.ofMillis(random.nextInt(400));
        later(when, () -> {
            boolean taken = provider.pay(id);
            journal.note("order " + id + " session " + (taken ? "paid" : "refused"));
            for (int i = 0; taken && i < callbacks; i++) {
                later(delay.multipliedBy(i + 1L), () -> callback(id, Provider.session(id)));
            }
        });
    }

    private void payBeside(long id, String reference, Duration when) {
        later(when, () -> {
            provider.payBeside(id, reference);
            callback(id, reference);
        });
    }

    /** As a provider does it: again and again until it is answered. */
    private void callback(long id, String reference) {
        try {
            Confirmation.Result result = engine.guard()
                    .confirm(String.valueOf(id), reference, StubClient.AMOUNT)
                    .result();
            journal.confirmed(id, reference, result);
        } catch (RuntimeException e) {
            later(Duration.ofMillis(700), () -> callback(id, reference));
        }
    }

    private void cancelByCustomer(long id, Duration when) {
        later(when, () -> {
            journal.customerCancels(id);
            journal.customerCancelled(id, checkout.cancel(id));
        });
    }

    private void cancelByPerson(long id, Duration when) {
        later(when, () -> {
            journal.personCancels(id);
            journal.note("order " + id + " cancelled by a person: "
                    + engine.cancel(String.valueOf(id), "asked for it", "support"));
        });
    }

    private void look(long id, Duration when) {
        later(
                when,
                () -> journal.note("order " + id + " looked at: "
                        + engine.guard().check(String.valueOf(id)).state()));
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
