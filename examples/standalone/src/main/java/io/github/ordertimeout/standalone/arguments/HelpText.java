package io.github.ordertimeout.standalone.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What {@code --help} prints. */
public final class HelpText {
    private static final String OPTIONS = """

            Options, before or after the command:
              --config FILE          configuration, .yml or .properties; may hold jdbc.url, jdbc.user, jdbc.password
              --jdbc-url URL         jdbc:h2:…, jdbc:postgresql:…, jdbc:mariadb:… or jdbc:mysql:…
              --jdbc-user USER       the database's user
              --jdbc-password PW     better given as ORDER_TIMEOUT_JDBC_PASSWORD, which no process list shows
              --data-source NAME     audit and compensations: which one, where the rules name several in `data-sources`
              --KEY=VALUE            any key of the configuration, with or without `order-timeout.`
              --dialect NAME         schema only: h2, postgresql, mariadb or mysql, instead of --jdbc-url
              --resume               audit only: print each order as it is found, keep the place, go on where it was interrupted
              --after CURSOR         audit only: go on there, as an interrupted audit has printed it
              --since WHEN           audit only: look for orders closed elsewhere that were made since (30d, 2026-01-31)
              --json                 one JSON value on standard output, nothing else
              --verbose              log lines at INFO, stack traces of unexpected errors
              --help                 this text

            Exit codes:
              0  done and sound
              1  done, but something failed; explain and cancel: no such order; cancel: the order may not be closed;
                 doctor and audit: an error was found
              2  bad usage, configuration or connection
            """;

    private HelpText() {}

    /** The text, line by line. */
    public static List<String> lines() {
        Stream<String> commands =
                Arrays.stream(CommandName.values()).map(it -> String.format("  %-22s %s", it.usage(), it.summary()));
        return Stream.of(
                        Stream.of(
                                "Usage: java -jar standalone.jar [COMMAND] [OPTIONS] [--KEY=VALUE …]", "", "Commands:"),
                        commands,
                        OPTIONS.stripTrailing().lines())
                .flatMap(lines -> lines)
                .toList();
    }
}
