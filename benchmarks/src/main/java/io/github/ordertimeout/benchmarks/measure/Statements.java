package io.github.ordertimeout.benchmarks.measure;

import io.github.ordertimeout.benchmarks.shop.StatementLog.Sent;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was sent, one line per shape of statement. */
public final class Statements {
    private static final int HEAD = 220;
    private static final int TAIL = 130;

    private Statements() {}

    /** A table: how often, how long in all, and on average. */
    public static String table(List<Sent> sent) {
        Map<String, long[]> shapes = new LinkedHashMap<>();
        for (Sent one : sent) {
            long[] sum = shapes.computeIfAbsent(shape(one.sql()), shape -> new long[3]);
            sum[0]++;
            sum[1] += one.nanos();
            sum[2] += one.batch();
        }
        StringBuilder text =
                new StringBuilder("\n| times | of sets | ms in all | ms each | statement |\n|---|---|---|---|---|\n");
        shapes.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> -entry.getValue()[1]))
                .forEach(entry -> text.append(String.format(
                        Locale.ROOT,
                        "| %d | %d | %.0f | %.2f | %s |%n",
                        entry.getValue()[0],
                        entry.getValue()[2],
                        entry.getValue()[1] / 1e6,
                        entry.getValue()[1] / 1e6 / entry.getValue()[0],
                        entry.getKey())));
        return text.toString();
    }

    /** Its beginning and end; lists of another length make the same shape. */
    static String shape(String sql) {
        String shape = sql.replaceAll("\\s+", " ")
                .replaceAll("'[^']*+'", "?")
                .replaceAll("CAST\\(\\? AS [a-z ]++\\)", "?")
                .replaceAll("(?:\\?, ){2,}+\\??+", "?..")
                .replaceAll("(?:\\(\\?\\),? ?){2,}+", "(?).. ")
                .replaceAll("(?:\\(\\?\\.\\.\\),? ?){2,}+", "(?..).. ")
                .replaceAll("(?:\\d++, ?){2,}+\\d*+", "n..")
                .replaceAll("\\d+", "n")
                .replaceAll("(?:\\([?n., ]++\\),? ?){2,}+", "(..).. ");
        return shape.length() <= HEAD + TAIL
                ? shape
                : shape.substring(0, HEAD) + " ... " + shape.substring(shape.length() - TAIL);
    }
}
