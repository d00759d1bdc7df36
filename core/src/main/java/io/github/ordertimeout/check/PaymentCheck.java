package io.github.ordertimeout.check;

import io.github.ordertimeout.config.PaymentSettings;
import io.github.ordertimeout.order.OrderSnapshot;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks the gateway about orders that are about to close. As many calls run at once as {@code payment.threads} says. Where that
 * many calls in a row fail or hang, the provider is taken for dead: for {@value #PAUSE_SECONDS} seconds each batch asks for one
 * order only, and the others are unknown at once.
 *
 * <p>A call that hangs is abandoned: it is interrupted, and no pass waits for it. While {@value #MOST_UNDER_WAY} calls have
 * not come back, nothing further is asked. Thread-safe.
 */
public final class PaymentCheck {
    static final int MOST_UNDER_WAY = 64;
    private static final int PAUSE_SECONDS = 10;

    private final PaymentGateway gateway;
    private final PaymentSettings settings;
    private final ExecutorService threads;
    private final TimeSource time;
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile long deadSince;

    /**
     * Takes a gateway, and threads to call it on: unbounded in number, since the check bounds the calls.
     */
    public PaymentCheck(PaymentGateway gateway, PaymentSettings settings, ExecutorService threads, TimeSource time) {
        this.gateway = gateway;
        this.settings = settings;
        this.threads = threads;
        this.time = time;
    }

    /** How many orders are asked about and then closed together, so that no answer grows old before the close. */
    public int batchSize() {
        return settings.threads() * 8;
    }

    /** The answer for each order, by id; unknown where the gateway failed, hung, or answered too long ago. */
    public Map<String, PaymentState> ask(List<OrderSnapshot> orders) {
        Map<String, PaymentState> answers = new LinkedHashMap<>();
        Map<String, Long> answeredAt = new LinkedHashMap<>();
        orders.forEach(order -> answers.put(order.id(), PaymentState.UNKNOWN));
        for (int first = 0; first < orders.size() && mayAsk(first); first += settings.threads()) {
            int size = isDead() ? 1 : settings.threads();
            List<OrderSnapshot> some = orders.subList(first, Math.min(orders.size(), first + size));
            long asked = time.nanoTime();
            answers.putAll(askTogether(some));
            some.forEach(order -> answeredAt.put(order.id(), asked));
        }
        long now = time.nanoTime();
        answeredAt.forEach((id, asked) -> {
            if (now - asked > settings.answerValid().toNanos()) {
                answers.put(id, PaymentState.UNKNOWN);
            }
        });
        return answers;
    }

    private boolean mayAsk(int alreadyAsked) {
        return underWay.get() < MOST_UNDER_WAY && (alreadyAsked == 0 || !isDead());
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
            return gateway.query(order);
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
