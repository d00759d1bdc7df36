package io.github.ordertimeout.benchmarks.measure;

import java.util.Locale;

/** Figures as people read them. */
public final class Figures {
    private Figures() {}

    /** Three digits that matter. */
    public static String plain(double value) {
        double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }

    /** Median, least and greatest. */
    public static String spread(Series series) {
        return plain(series.median()) + " [" + plain(series.least()) + "..." + plain(series.most()) + "]";
    }

    /** A ratio beside its target. */
    public static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
