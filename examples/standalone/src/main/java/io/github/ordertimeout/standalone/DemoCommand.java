package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ordertimeout.standalone.arguments.Arguments;
import io.github.ordertimeout.standalone.arguments.OptionName;
import io.github.ordertimeout.standalone.arguments.UsageException;
import io.github.ordertimeout.standalone.demo.Demo;
import io.github.ordertimeout.standalone.demo.DemoReport;
import io.github.ordertimeout.standalone.demo.Progress;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import io.github.ordertimeout.standalone.terminal.Logs;
import java.util.List;

/** A shop in memory; the exit code says whether the promises were kept. */
final class DemoCommand implements Command {
    private static final List<OptionName> OF_A_REAL_SHOP =
            List.of(OptionName.CONFIG, OptionName.JDBC_URL, OptionName.JDBC_USER, OptionName.JDBC_PASSWORD);

    @Override
    public ExitCode run(Invocation invocation) {
        refuseRealShop(invocation.arguments());
        Console console = invocation.console();
        if (!invocation.arguments().has(OptionName.VERBOSE)) {
            Logs.withoutOrders();
        }
        Progress progress = console.json() ? Progress.silent() : Progress.on(console, invocation.environment());
        DemoReport report = Demo.run(invocation.arguments().settings(), progress, console);
        if (console.json()) {
            ObjectNode json = PassJson.of(report.firstPass(), false);
            ObjectNode promises = json.putObject("promises");
            report.promises().forEach(promise -> promises.put(String.valueOf(promise.number()), promise.kept()));
            console.value(json);
        }
        return report.kept() ? ExitCode.SOUND : ExitCode.FAILED;
    }

    private static void refuseRealShop(Arguments arguments) {
        OF_A_REAL_SHOP.stream().filter(arguments::has).findFirst().ifPresent(option -> {
            throw new UsageException("The demo makes a shop of its own and takes no " + option.written()
                    + ": for your own tables say plan, run-once or run");
        });
    }
}
