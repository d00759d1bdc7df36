package io.github.ordertimeout.chaos;

import io.github.ordertimeout.payment.Confirmation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the shop was told, outside the database under test. Each line goes into a file as well. Thread-safe. */
final class Journal implements AutoCloseable {
    private final PrintWriter file;
    private final long start = System.nanoTime();
    private final Map<Long, Outcome> made = new HashMap<>();
    private final Map<Long, Outcome> customerCancels = new HashMap<>();
    private final Set<Long> personCancels = new HashSet<>();
    private final Set<Long> neverPaid = new HashSet<>();
    private final Map<String, Confirmation.Result> confirmed = new HashMap<>();

    Journal(Path file) {
        try {
            this.file = new PrintWriter(Files.newBufferedWriter(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The journal " + file + " cannot be written", e);
        }
    }

    /** Anything that a reader of a run should know. */
    synchronized void note(String what) {
        file.printf("%9.3f %s%n", (System.nanoTime() - start) / 1e9, what);
    }

    synchronized void made(long order, Outcome outcome) {
        made.put(order, outcome);
        note("order " + order + " made: " + outcome);
    }

    /** Nobody will pay or cancel this one. */
    synchronized void neverPaid(long order) {
        neverPaid.add(order);
    }

    /** A customer is about to cancel: from now on the order may be closed whenever. */
    synchronized void customerCancels(long order) {
        customerCancels.put(order, Outcome.UNKNOWN);
    }

    synchronized void customerCancelled(long order, Outcome outcome) {
        customerCancels.put(order, outcome);
        note("order " + order + " cancelled by its customer: " + outcome);
    }

    /** A person is about to cancel by the engine. */
    synchronized void personCancels(long order) {
        personCancels.add(order);
    }

    /** What the guard said of a payment; the first answer counts that says what it led to. */
    synchronized void confirmed(long order, String reference, Confirmation.Result result) {
        if (result == Confirmation.Result.REPEATED) {
            confirmed.putIfAbsent(order + " " + reference, result);
        } else {
            confirmed.put(order + " " + reference, result);
        }
        note("order " + order + " payment " + reference + ": " + result);
    }

    synchronized Map<Long, Outcome> made() {
        return new HashMap<>(made);
    }

    synchronized boolean isCancelled(long order) {
        return customerCancels.containsKey(order) || personCancels.contains(order);
    }

    synchronized Map<Long, Outcome> customerCancels() {
        return new HashMap<>(customerCancels);
    }

    synchronized Set<Long> neverPaid() {
        return Collections.unmodifiableSet(new HashSet<>(neverPaid));
    }

    /** By {@code ORDER REFERENCE}. */
    synchronized Map<String, Confirmation.Result> confirmed() {
        return new HashMap<>(confirmed);
    }

    synchronized Map<Confirmation.Result, Integer> results() {
        Map<Confirmation.Result, Integer> counts = new EnumMap<>(Confirmation.Result.class);
        confirmed.values().forEach(result -> counts.merge(result, 1, Integer::sum));
        return counts;
    }

    @Override
    public synchronized void close() {
        file.close();
    }
}
