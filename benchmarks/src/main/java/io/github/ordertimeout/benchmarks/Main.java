package io.github.ordertimeout.benchmarks;

import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.scenario.Scenario;
import io.github.ordertimeout.benchmarks.scenario.Scenarios;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Surroundings;
import java.util.Arrays;
import java.util.List;

/** The benchmarks' command line: {@code NAME [--database postgresql] [--url …] [--rounds 5] …}. */
public final class Main {
    private Main() {}

    /** Runs one scenario; its table goes to standard output and, with CSV and chart, into the folder of {@code --out}. */
    public static void main(String[] arguments) {
        if (arguments.length == 0) {
            System.err.println("Name one of " + Scenarios.names() + ", then " + Options.names());
            System.exit(2);
        }
        Scenario scenario = Scenarios.named(arguments[0]);
        Options options = Options.parse(Arrays.asList(arguments).subList(1, arguments.length));
        try (Database database = Database.open(options.url())) {
            run(scenario, options, database);
        }
    }

    static Table run(Scenario scenario, Options options, Database database) {
        List<String> lines = Surroundings.lines(database);
        Table table = scenario.measure(options, database);
        lines.forEach(table::note);
        table.note("load after the run: " + Surroundings.load() + "; " + options.rounds() + " rounds after "
                + options.warmUps() + " that do not count, median [least...greatest]");
        table.write(options.out(), scenario.charted());
        return table;
    }
}
