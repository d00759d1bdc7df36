package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.LoadedConfig;
import io.github.ordertimeout.standalone.arguments.UsageException;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;

/** Releases a tripped brake or a pause; where there is none it says so, which is no failure. */
final class ResumeCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        String rule = invocation.arguments().words().get(0);
        LoadedConfig config = invocation.configuration();
        boolean known = config.settings().rules().values().stream()
                .anyMatch(one -> one.name().equals(rule) || one.configuredName().equals(rule));
        if (!known) {
            throw new UsageException("No rule " + rule + " is configured; there are "
                    + config.settings().rules().keySet());
        }
        try (OpenShop shop = OpenShop.open(config);
                OrderTimeoutEngine engine = shop.workingEngine()) {
            boolean resumed = engine.resume(rule);
            Console console = invocation.console();
            if (console.json()) {
                console.value(
                        JsonNodeFactory.instance.objectNode().put("rule", rule).put("resumed", resumed));
            } else {
                console.line(
                        resumed
                                ? "Rule " + rule + " may close again: the next pass does."
                                : "Rule " + rule + " was neither braked nor paused.");
            }
            return ExitCode.SOUND;
        }
    }
}
