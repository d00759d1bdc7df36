package io.github.ordertimeout.standalone;

import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.io.PrintStream;
import java.util.List;

/** Says on standard error, in a few lines, why a run did not do what was asked. */
final class Failures {
    private static final int MOST_LINES = 8;

    private Failures() {}

    static ExitCode refused(PrintStream err, String message) {
        return refused(err, message.lines().toList());
    }

    static ExitCode refused(PrintStream err, List<String> faults) {
        List<String> lines = faults.stream().flatMap(String::lines).toList();
        lines.stream().limit(MOST_LINES).forEach(err::println);
        if (lines.size() > MOST_LINES) {
            err.println("… and " + (lines.size() - MOST_LINES) + " more");
        }
        return ExitCode.REFUSED;
    }

    static ExitCode failed(PrintStream err, Throwable failure, boolean verbose) {
        String unexpected = "Unexpected error: " + failure.getClass().getSimpleName() + ": "
                + DatabaseWords.firstLine(failure) + (verbose ? "" : "; run again with --verbose");
        err.println(DatabaseWords.of(failure).orElse(unexpected));
        if (verbose) {
            failure.printStackTrace(err);
        }
        return ExitCode.FAILED;
    }
}
