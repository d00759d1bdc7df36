package io.github.ordertimeout.jdbc.catalog;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a misspelt name probably meant. */
final class Nearest {
    private Nearest() {}

    /** {@code ; did you mean `create_time`?}, or the names there are where none is near. */
    static String hint(String name, Collection<String> names) {
        return of(name, names)
                .map(near -> "; did you mean `" + near + "`?")
                .orElseGet(() -> names.isEmpty() || names.size() > 40 ? "" : "; there are " + String.join(", ", names));
    }

    static Optional<String> of(String name, Collection<String> names) {
        int most = Math.max(2, name.length() / 3);
        return names.stream()
                .filter(candidate -> distance(lower(name), lower(candidate)) <= most)
                .min(Comparator.comparingInt((String candidate) -> distance(lower(name), lower(candidate)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** Levenshtein's distance. */
    static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(previous[j], row[j - 1]) + 1);
            }
            previous = row;
        }
        return previous[b.length()];
    }
}
