package io.github.ordertimeout.standalone;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.config.LoadedConfig;
import io.github.ordertimeout.standalone.terminal.ExitCode;

/** One full pass over all rules and the due compensation work. */
final class RunOnceCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        LoadedConfig config = invocation.configuration();
        try (OpenShop shop = OpenShop.open(config);
                OrderTimeoutEngine engine = shop.engine()) {
            PassReport report = engine.runOnce();
            return PassResult.print(report, false, config.settings(), invocation.console());
        }
    }
}
