package io.github.ordertimeout.benchmarks;

import io.github.ordertimeout.benchmarks.contender.Work;
import io.github.ordertimeout.benchmarks.shop.Size;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the command line says: {@code --NAME VALUE}. */
public record Options(Map<String, String> values) {
    private static final Set<String> KNOWN = Set.of(
            "database",
            "url",
            "rounds",
            "warm-ups",
            "rows",
            "overdue",
            "threads",
            "batch",
            "orders",
            "seconds",
            "rate",
            "most-nodes",
            "lease-millis",
            "out");

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException naming the option that is none
     */
    public static Options parse(Iterable<String> arguments) {
        Map<String, String> values = new HashMap<>();
        String name = "";
        for (String argument : arguments) {
            if (!name.isEmpty()) {
                values.put(name, argument);
                name = "";
            } else if (argument.startsWith("--") && KNOWN.contains(argument.substring(2))) {
                name = argument.substring(2);
            } else {
                throw new IllegalArgumentException("No option " + argument + "; there are " + names());
            }
        }
        if (!name.isEmpty()) {
            throw new IllegalArgumentException("--" + name + " needs a value");
        }
        return new Options(Map.copyOf(values));
    }

    /** How they are written. */
    static String names() {
        return KNOWN.stream().sorted().map(name -> "--" + name + " VALUE").collect(Collectors.joining(" "));
    }

    /** The text of an option. */
    public String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** The number of an option; {@code _} may part its digits. */
    public long number(String name, long otherwise) {
        String text = values.get(name);
        return text == null ? otherwise : Long.parseLong(text.replace("_", ""));
    }

    /** Rounds that count. */
    public int rounds() {
        return Math.toIntExact(number("rounds", 5));
    }

    /** Rounds before those. */
    public int warmUps() {
        return Math.toIntExact(number("warm-ups", 1));
    }

    /** Threads and batch. */
    public Work work() {
        return new Work(
                Math.toIntExact(number("threads", Work.USUAL.threads())),
                Math.toIntExact(number("batch", Work.USUAL.batch())));
    }

    /** The shop's size, where not said otherwise so large. */
    public Size size(long rows, long overdue) {
        long asked = number("overdue", overdue);
        return Size.of(number("rows", Math.max(rows, asked)), asked);
    }

    /** Where results go. */
    public Path out() {
        return Path.of(text("out", "benchmarks/target/results"));
    }

    /** The database. */
    public String url() {
        String url = text("url", "");
        if (!url.isEmpty()) {
            return url;
        }
        return switch (text("database", "h2")) {
            case "postgresql" -> "jdbc:postgresql://127.0.0.1:5432/bench?user=postgres";
            case "mariadb" -> "jdbc:mariadb://127.0.0.1:3306/bench?user=root";
            case "h2" -> "jdbc:h2:file:" + Path.of("benchmarks/target/h2/bench").toAbsolutePath() + ";AUTO_SERVER=TRUE";
            default -> throw new IllegalArgumentException("--database is postgresql, mariadb or h2");
        };
    }
}
