package io.github.ordertimeout.check;

import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks the gateway about orders that are about to close, a round at a time: as many calls at once as {@code payment.threads}
 * says. Where that many calls in a row fail or hang, the provider is taken for dead: for {@value #PAUSE_SECONDS} seconds each
 * round asks about one order only, and the others are unknown at once.
 *
 * <p>A call that hangs is abandoned: it is interrupted, and no pass waits for it. While {@value #MOST_UNDER_WAY} calls have not
 * come back, nothing further is asked. Thread-safe.
 */
public final class PaymentCheck {
    static final int MOST_UNDER_WAY = 128;
    private static final int PAUSE_SECONDS = 10;
    /** While the provider is dead, the one order asked about stands for so many. */
    private static final int DEAD_ROUND = 10_000;

    private final PaymentGateway gateway;
    private final PaymentSettings settings;
    private final ExecutorService threads;
    private final TimeSource time;
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile long deadSince;

    /** Takes a gateway, and threads to call it on: unbounded in number, since the check bounds the calls. */
    public PaymentCheck(PaymentGateway gateway, PaymentSettings settings, ExecutorService threads, TimeSource time) {
        this.gateway = gateway;
        this.settings = settings;
        this.threads = threads;
        this.time = time;
    }

    /** How many orders {@link #ask} should be given now. */
    public int roundSize() {
        return isDead() ? DEAD_ROUND : settings.threads();
    }

    /** The moment, for {@link #isAging} and {@link #isValid}: monotonic nanoseconds. */
    public long clock() {
        return time.nanoTime();
    }

    /** Whether answers asked for then have used up half of the time that they are valid. */
    public boolean isAging(long asked) {
        return time.nanoTime() - asked > settings.answerValid().toNanos() / 2;
    }

    /** Whether answers asked for then may still close an order. */
    public boolean isValid(long asked) {
        return time.nanoTime() - asked <= settings.answerValid().toNanos();
    }

    /** The answer for each order, by id; unknown where the gateway failed, hung or was not asked. */
    public Map<String, PaymentState> ask(List<OrderSnapshot> orders) {
        Map<String, PaymentState> answers = new LinkedHashMap<>();
        orders.forEach(order -> answers.put(order.id(), PaymentState.UNKNOWN));
        int calls = Math.min(orders.size(), isDead() ? 1 : settings.threads());
        if (underWay.get() + calls <= MOST_UNDER_WAY) {
            answers.putAll(askTogether(orders.subList(0, calls)));
        }
        return answers;
    }

    private boolean isDead() {
        return failuresInARow.get() >= settings.threads()
                && time.nanoTime() - deadSince
                        < Duration.ofSeconds(PAUSE_SECONDS).toNanos();
    }

    private Map<String, PaymentState> askTogether(List<OrderSnapshot> orders) {
        List<Future<PaymentState>> calls = new ArrayList<>();
        orders.forEach(order -> calls.add(threads.submit(() -> call(order))));
        long deadline = time.nanoTime() + settings.timeout().toNanos();
        Map<String, PaymentState> answers = new LinkedHashMap<>();
        for (int i = 0; i < orders.size(); i++) {
            answers.put(orders.get(i).id(), await(calls.get(i), deadline - time.nanoTime()));
        }
        return answers;
    }

    private PaymentState call(OrderSnapshot order) {
        underWay.incrementAndGet();
        try {
            return Objects.requireNonNull(gateway.query(order), "the gateway answered null");
        } finally {
            underWay.decrementAndGet();
        }
    }

    private PaymentState await(Future<PaymentState> call, long nanos) {
        try {
            PaymentState answer = call.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            failuresInARow.set(0);
            return answer;
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            return failed(call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(call);
        }
    }

    private PaymentState failed(Future<PaymentState> call) {
        call.cancel(true);
        if (failuresInARow.incrementAndGet() >= settings.threads()) {
            deadSince = time.nanoTime();
        }
        return PaymentState.UNKNOWN;
    }
}
