package io.github.ordertimeout.chaos;

import io.github.ordertimeout.jdbc.testdb.StoppableServer;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** Plays seeds one after another, and prints a line of a Markdown table for each. */
public final class Chaos {
    private static final Logger POSTGRES_DRIVER = Logger.getLogger("org.postgresql");

    private final Options options;
    private final PrintStream out;

    Chaos(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** See {@link Options#USAGE}. Exits with 1 where a promise was broken, with 2 where the options are wrong. */
    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        quiet();
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + Options.USAGE);
            System.exit(2);
            return;
        }
        System.exit(new Chaos(options, System.out).run() == 0 ? 0 : 1);
    }

    /** The harness's own log tells nothing that the journal does not; the nodes have logs of their own. */
    static void quiet() {
        TestDatabase.silenceLoggers();
        ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger("io.github.ordertimeout"))
                .setLevel(ch.qos.logback.classic.Level.OFF);
        POSTGRES_DRIVER.setLevel(Level.OFF);
    }

    /** Plays all seeds, and yields how many promises were broken. */
    int run() throws IOException, SQLException, InterruptedException {
        Files.createDirectories(options.out());
        tell(leftOut());
        tell(Result.HEAD);
        int broken = 0;
        for (long seed : options.seeds()) {
            Result result = play(seed);
            tell(result.line());
            for (Violation violation : result.violations()) {
                tell("<!-- seed " + seed + ": " + violation + " -->");
            }
            broken += result.violations().size();
        }
        return broken;
    }

    private Result play(long seed) throws IOException, SQLException, InterruptedException {
        String name = options.product().name().toLowerCase(Locale.ROOT) + "-seed-" + seed;
        Path directory = options.out().resolve(name);
        if (!options.url().isEmpty()) {
            return Round.play(seed, options.scale(), ShopDatabase.on(options.url()), directory, options.oldClassPath());
        }
        Path data = Files.createTempDirectory("order-timeout-chaos");
        try (StoppableServer server = ShopDatabase.start(options.product(), data)) {
            ShopDatabase database = ShopDatabase.on(options.product(), server);
            return Round.play(seed, options.scale(), database, directory, options.oldClassPath());
        } finally {
            delete(data);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    private String leftOut() {
        Set<FaultKind> left = EnumSet.noneOf(FaultKind.class);
        for (FaultKind kind : FaultKind.values()) {
            if (kind.needs() == FaultKind.Needs.OWN_SERVER && !options.url().isEmpty()
                    || kind.needs() == FaultKind.Needs.OLD_VERSION
                            && options.oldClassPath().isEmpty()) {
                left.add(kind);
            }
        }
        return left.isEmpty() ? "No fault is left out.\n" : "Left out, for want of what they need: " + left + "\n";
    }

    private void tell(String line) throws IOException {
        out.println(line);
        Files.writeString(
                options.out().resolve("table.md"), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
