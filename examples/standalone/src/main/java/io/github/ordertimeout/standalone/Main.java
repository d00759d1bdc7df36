package io.github.ordertimeout.standalone;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.standalone.arguments.ArgumentParser;
import io.github.ordertimeout.standalone.arguments.Arguments;
import io.github.ordertimeout.standalone.arguments.CommandName;
import io.github.ordertimeout.standalone.arguments.HelpText;
import io.github.ordertimeout.standalone.arguments.OptionName;
import io.github.ordertimeout.standalone.arguments.UsageException;
import io.github.ordertimeout.standalone.database.CannotStartException;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import io.github.ordertimeout.standalone.terminal.Logs;
import io.github.ordertimeout.standalone.terminal.StandardStreams;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** The program. Exit codes: 0 done and sound; 1 done, but something failed; 2 bad usage, configuration or connection. */
public final class Main {
    private static final String VERBOSE = OptionName.VERBOSE.written();

    private Main() {}

    /** Runs one command and ends the process. */
    public static void main(String[] args) {
        int code = run(args, StandardStreams.out(), StandardStreams.err(), System.getenv());
        System.exit(code);
    }

    /** Runs one command, and yields the exit code. */
    public static int run(String[] args, PrintStream out, PrintStream err, Map<String, String> environment) {
        boolean verbose = List.of(args).contains(VERBOSE);
        ExitCode code = guarded(List.of(args), out, err, environment, verbose);
        out.flush();
        err.flush();
        return code.number();
    }

    private static ExitCode guarded(
            List<String> args, PrintStream out, PrintStream err, Map<String, String> environment, boolean verbose) {
        try {
            return run(ArgumentParser.parse(args), out, err, environment);
        } catch (UsageException e) {
            return Failures.refused(err, e.getMessage() + " (--help lists commands and options)");
        } catch (ConfigurationException e) {
            return Failures.refused(err, e.faults());
        } catch (CannotStartException e) {
            return Failures.refused(err, String.valueOf(e.getMessage()));
        } catch (RuntimeException | LinkageError | OutOfMemoryError | StackOverflowError e) {
            return Failures.failed(err, e, verbose);
        }
    }

    private static ExitCode run(
            Arguments arguments, PrintStream out, PrintStream err, Map<String, String> environment) {
        boolean json = arguments.has(OptionName.JSON);
        Console console = new Console(out, err, json && arguments.command() != CommandName.SCHEMA);
        boolean verbose = arguments.has(OptionName.VERBOSE);
        Logs.to(err, verbose || arguments.command() == CommandName.RUN, verbose);
        if (arguments.has(OptionName.HELP)) {
            console.lines(HelpText.lines());
            return ExitCode.SOUND;
        }
        return command(arguments.command()).run(new Invocation(arguments, console, environment));
    }

    private static Command command(CommandName name) {
        return switch (name) {
            case DEMO -> new DemoCommand();
            case RUN_ONCE -> new RunOnceCommand();
            case RUN -> new RunCommand();
            case PLAN -> new PlanCommand();
            case EXPLAIN -> new ExplainCommand();
            case CANCEL -> new CancelCommand();
            case RESUME -> new ResumeCommand();
            case COMPENSATIONS -> new CompensationsCommand();
            case SCHEMA -> new SchemaCommand();
            case DOCTOR -> new DoctorCommand();
            case AUDIT -> new AuditCommand();
        };
    }
}
