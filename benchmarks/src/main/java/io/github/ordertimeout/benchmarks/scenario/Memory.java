package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Drain;
import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Rounds;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.measure.Usage;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A long backlog worked off by a process of its own with little memory, and by one with much. */
public final class Memory implements Scenario {
    private static final String SMALL = "-Xmx64m";
    private static final String LARGE = "-Xmx1g";

    @Override
    public Table measure(Options options, Database database) {
        Shop shop = Shop.open(database, options.size(1_000_000, 1_000_000));
        Rounds rounds = new Rounds(options.rounds(), 0);
        for (String heap : List.of(SMALL, LARGE)) {
            rounds.with(heap, () -> {
                double perSecond = child(heap, options, database);
                shop.verify(shop.size().overdue(), Shop.LEDGER);
                shop.reset();
                return Map.of(Usage.CLOSES_PER_SECOND, perSecond);
            });
        }
        Results results = rounds.run();
        return new Table(
                        "memory-" + name(database),
                        "A long backlog in little memory, " + database.dialect().title(),
                        results)
                .note(shop.size() + "; " + options.work() + "; a new process for each figure")
                .target(SMALL + " against " + LARGE, results.ratio(Usage.CLOSES_PER_SECOND, SMALL, LARGE), ">=", 0.9);
    }

    private static double child(String heap, Options options, Database database) {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                Drain.class.getName(),
                "--url",
                database.url(),
                "--threads",
                Integer.toString(options.work().threads()),
                "--batch",
                Integer.toString(options.work().batch()));
        try {
            Process process =
                    builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                List<String> lines = output.lines().toList();
                if (process.waitFor() != 0) {
                    throw new IllegalStateException("With " + heap + " it ended with " + process.exitValue());
                }
                return Double.parseDouble(lines.get(lines.size() - 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String charted() {
        return Usage.CLOSES_PER_SECOND;
    }
}
