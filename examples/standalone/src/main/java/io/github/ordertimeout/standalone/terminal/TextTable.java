package io.github.ordertimeout.standalone.terminal;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Aligns rows under a heading; numbers stand right, texts left. */
public final class TextTable {
    private static final Set<UnicodeScript> WIDE =
            Set.of(UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.HANGUL);

    private final List<List<String>> rows = new ArrayList<>();

    /** Starts with the heading. */
    public TextTable(String... heading) {
        rows.add(List.of(heading));
    }

    /** Adds a row with as many cells as the heading has. */
    public TextTable row(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    /** The lines, without trailing blanks. */
    public List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            int at = column;
            widths[at] = rows.stream().mapToInt(row -> width(row.get(at))).max().orElse(0);
            numeric[at] = rows.stream().skip(1).allMatch(row -> row.get(at).matches("[\\d,]+"));
        }
        return rows.stream().map(row -> line(row, widths, numeric)).toList();
    }

    private static String line(List<String> row, int[] widths, boolean[] numeric) {
        List<String> cells = IntStream.range(0, row.size())
                .mapToObj(i -> pad(row.get(i), widths[i], numeric[i]))
                .toList();
        return String.join("  ", cells).stripTrailing();
    }

    private static String pad(String cell, int width, boolean right) {
        String blanks = " ".repeat(width - width(cell));
        return right ? blanks + cell : cell + blanks;
    }

    /** Chinese, Japanese and Korean characters are two columns wide on a terminal. */
    private static int width(String text) {
        return text.codePoints()
                .map(point -> WIDE.contains(UnicodeScript.of(point)) ? 2 : 1)
                .sum();
    }
}
