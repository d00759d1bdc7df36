package io.github.ordertimeout.benchmarks.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The figures of one contender, one per round. */
public final class Series {
    private final List<Double> values = new ArrayList<>();

    /** Adds a round's figure. */
    public void add(double value) {
        values.add(value);
    }

    /** In the order of the rounds. */
    public List<Double> values() {
        return List.copyOf(values);
    }

    /** The middle one, or the mean of the middle two. */
    public double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** So many percent of the figures are at most that. */
    public double percentile(double percent) {
        List<Double> sorted = sorted();
        return sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / 100) - 1));
    }

    /** The least. */
    public double least() {
        return Collections.min(values);
    }

    /** The greatest. */
    public double most() {
        return Collections.max(values);
    }

    private List<Double> sorted() {
        if (values.isEmpty()) {
            throw new IllegalStateException("Nothing was measured");
        }
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted;
    }
}
