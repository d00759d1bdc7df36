package io.github.ordertimeout.standalone.arguments;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that somebody probably meant. */
final class NearestWord {
    private static final int FARTHEST = 3;

    private NearestWord() {}

    /** {@code "; did you mean plan?"}, or nothing where no word is near. */
    static String hint(String written, Collection<String> words) {
        return to(written, words).map(word -> "; did you mean " + word + "?").orElse("");
    }

    static Optional<String> to(String written, Collection<String> words) {
        String low = written.toLowerCase(Locale.ROOT);
        int limit = Math.min(FARTHEST, Math.max(1, low.replaceFirst("^-+", "").length() / 2));
        return words.stream()
                .filter(word -> distance(low, word) <= limit || (low.length() > 4 && word.startsWith(low)))
                .min(Comparator.comparingInt(word -> distance(low, word)));
    }

    /** Insertions, deletions and replacements. */
    private static int distance(String left, String right) {
        int[] above = new int[right.length() + 1];
        for (int j = 0; j < above.length; j++) {
            above[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] row = new int[above.length];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = above[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[right.length()];
    }
}
