package io.github.ordertimeout.chaos;

import io.github.ordertimeout.jdbc.testdb.StoppableServer;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.slf4j.LoggerFactory;

/** Plays seeds one after another, and prints a line of a Markdown table for each. */
public final class Chaos {
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
    }

    /** Plays all seeds, and yields how many promises were broken. */
    int run() throws IOException, SQLException, InterruptedException {
        Files.createDirectories(options.out());
        if (!options.url().isEmpty()) {
            return seeds(Optional.empty());
        }
        try (StoppableServer server = ShopDatabase.start(
                options.product(), Files.createTempDirectory(options.out().toAbsolutePath(), "server"))) {
            return seeds(Optional.of(server));
        }
    }

    private int seeds(Optional<StoppableServer> server) throws IOException, SQLException, InterruptedException {
        tell(leftOut(server.isPresent()));
        tell(Result.HEAD);
        int broken = 0;
        for (long seed : options.seeds()) {
            ShopDatabase database = server.map(one -> ShopDatabase.on(options.product(), one))
                    .orElseGet(() -> ShopDatabase.on(options.url()));
            String name = options.product().name().toLowerCase(Locale.ROOT) + "-seed-" + seed;
            Path directory = options.out().resolve(name);
            Result result = Round.play(seed, options.scale(), database, directory, options.oldClassPath());
            tell(result.line());
            for (Violation violation : result.violations()) {
                tell("<!-- seed " + seed + ": " + violation + " -->");
            }
            broken += result.violations().size();
        }
        return broken;
    }

    private String leftOut(boolean ownServer) {
        Set<FaultKind> left = EnumSet.noneOf(FaultKind.class);
        for (FaultKind kind : FaultKind.values()) {
            if (kind.needs() == FaultKind.Needs.OWN_SERVER && !ownServer
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
