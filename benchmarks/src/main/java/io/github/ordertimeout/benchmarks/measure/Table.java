package io.github.ordertimeout.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a command found: a Markdown table, a CSV file of every round, and a chart of one figure. */
public final class Table {
    private final String name;
    private final String title;
    private final List<String> notes = new ArrayList<>();
    private final List<Target> targets = new ArrayList<>();
    private final List<String> attachments = new ArrayList<>();
    private final Results results;

    /** Of these results; the name becomes that of the files. */
    public Table(String name, String title, Results results) {
        this.name = name;
        this.title = title;
        this.results = results;
    }

    /** A line above the table. */
    public Table note(String note) {
        notes.add(note);
        return this;
    }

    /** Markdown below the table. */
    public Table attachment(String markdown) {
        attachments.add(markdown);
        return this;
    }

    /** A target of the project beside what was measured. */
    public Table target(String what, double measured, String sign, double wanted) {
        targets.add(new Target(what, measured, sign, wanted));
        return this;
    }

    private record Target(String what, double measured, String sign, double wanted) {
        boolean met() {
            return sign.equals(">=") ? measured >= wanted : measured <= wanted;
        }
    }

    /** As Markdown. */
    public String markdown() {
        StringBuilder text = new StringBuilder("### " + title + "\n\n");
        notes.forEach(note -> text.append(note).append("  \n"));
        List<String> figures = results.contenders().stream()
                .flatMap(contender -> results.of(contender).keySet().stream())
                .distinct()
                .toList();
        text.append("\n| | ").append(String.join(" | ", figures)).append(" |\n|---|");
        text.append("---|".repeat(figures.size())).append('\n');
        for (String contender : results.contenders()) {
            Map<String, Series> own = results.of(contender);
            text.append("| ").append(contender);
            for (String figure : figures) {
                Series series = own.get(figure);
                text.append(" | ").append(series == null ? "" : Figures.spread(series));
            }
            text.append(" |\n");
        }
        if (!targets.isEmpty()) {
            text.append("\n| target | wanted | measured | |\n|---|---|---|---|\n");
            targets.forEach(target -> text.append("| " + target.what() + " | " + target.sign() + " "
                    + Figures.plain(target.wanted()) + " | " + Figures.plain(target.measured()) + " | "
                    + (target.met() ? "met" : "**missed**") + " |\n"));
        }
        attachments.forEach(text::append);
        return text.append('\n').toString();
    }

    /** One line per contender, figure and round. */
    public String csv() {
        StringBuilder text = new StringBuilder("contender,figure,round,value\n");
        for (String contender : results.contenders()) {
            results.of(contender).forEach((figure, series) -> {
                int round = 1;
                for (double value : series.values()) {
                    text.append('"' + contender + "\",\"" + figure + "\"," + round++ + "," + value + "\n");
                }
            });
        }
        return text.toString();
    }

    /** Writes Markdown, CSV and a chart of that figure; prints the Markdown. */
    public void write(Path folder, String charted) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(name + ".md"), markdown());
            Files.writeString(folder.resolve(name + ".csv"), csv());
            Files.writeString(folder.resolve(name + ".svg"), new BarChart(title, charted, results).svg());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.out.print(markdown());
    }
}
