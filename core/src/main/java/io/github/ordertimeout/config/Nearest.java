package io.github.ordertimeout.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
final class Nearest {
    private Nearest() {}

    /** The closest of the names, where one is close; case, {@code -} and {@code _} count for nothing. */
    static Optional<String> to(String written, Collection<String> names) {
        String folded = fold(written);
        int limit = folded.length() < 3 ? 0 : Math.max(1, Math.min(3, folded.length() / 3));
        String best = null;
        int least = limit + 1;
        for (String name : names) {
            int distance = distance(folded, fold(name));
            if (distance < least) {
                least = distance;
                best = name;
            }
        }
        return Optional.ofNullable(best);
    }

    private static String fold(String name) {
        return name.replaceAll("[-_.\\s]", "").toLowerCase(Locale.ROOT);
    }

    /** Insertions, deletions, replacements and swaps of neighbours. */
    static int distance(String left, String right) {
        if (Math.abs(left.length() - right.length()) > 8) {
            return Integer.MAX_VALUE;
        }
        int[][] costs = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                costs[i][j] = i == 0 ? j : j == 0 ? i : cheapest(costs, left, right, i, j);
            }
        }
        return costs[left.length()][right.length()];
    }

    private static int cheapest(int[][] costs, String left, String right, int i, int j) {
        boolean same = left.charAt(i - 1) == right.charAt(j - 1);
        int cost = Math.min(costs[i - 1][j - 1] + (same ? 0 : 1), Math.min(costs[i - 1][j], costs[i][j - 1]) + 1);
        boolean swapped = i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        return swapped ? Math.min(cost, costs[i - 2][j - 2] + 1) : cost;
    }
}
