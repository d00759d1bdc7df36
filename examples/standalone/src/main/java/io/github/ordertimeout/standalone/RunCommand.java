package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.LoadedConfig;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;

/** Pass after pass, until the process is told to end. */
final class RunCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        LoadedConfig config = invocation.configuration();
        Console console = invocation.console();
        try (EndOfRun end = EndOfRun.watch()) {
            work(config, console, end);
            if (console.json()) {
                console.value(JsonNodeFactory.instance.objectNode().put("result", "stopped"));
            } else {
                console.line("Stopped.");
            }
        }
        return ExitCode.SOUND;
    }

    private static void work(LoadedConfig config, Console console, EndOfRun end) {
        Settings settings = config.settings();
        try (OpenShop shop = OpenShop.open(config);
                OrderTimeoutEngine engine = shop.engine()) {
            engine.start();
            console.remark("Running " + rules(settings) + "; Ctrl-C or SIGTERM ends it gracefully.");
            GatewayNote.print(settings, console);
            end.await();
        }
    }

    private static String rules(Settings settings) {
        return settings.enabled()
                ? "rules " + String.join(", ", settings.rules().keySet())
                : "without any rule, since order-timeout.enabled is false";
    }
}
