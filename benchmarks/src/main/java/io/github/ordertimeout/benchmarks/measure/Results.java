package io.github.ordertimeout.benchmarks.measure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of a run: by contender, and within it by name. */
public final class Results {
    private final Map<String, Map<String, Series>> byContender = new LinkedHashMap<>();

    /** Adds one turn's figures. */
    public void add(String contender, Map<String, Double> figures) {
        Map<String, Series> own = byContender.computeIfAbsent(contender, name -> new LinkedHashMap<>());
        figures.forEach(
                (name, value) -> own.computeIfAbsent(name, key -> new Series()).add(value));
    }

    /** In the order in which they took turns. */
    public List<String> contenders() {
        return List.copyOf(byContender.keySet());
    }

    /** What was measured of it. */
    public Map<String, Series> of(String contender) {
        Map<String, Series> own = byContender.get(contender);
        if (own == null) {
            throw new IllegalArgumentException("No contender " + contender + "; there are " + byContender.keySet());
        }
        return own;
    }

    /** One figure of one contender. */
    public Series of(String contender, String figure) {
        Series series = of(contender).get(figure);
        if (series == null) {
            throw new IllegalArgumentException("No figure " + figure + " of " + contender);
        }
        return series;
    }

    /** The ratio of two contenders' medians. */
    public double ratio(String figure, String of, String to) {
        return of(of, figure).median() / of(to, figure).median();
    }
}
