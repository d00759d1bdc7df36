package io.github.ordertimeout.standalone;

import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.config.LoadedConfig;
import io.github.ordertimeout.standalone.terminal.ExitCode;

/** What a pass would close now, by reason; changes nothing. */
final class PlanCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        LoadedConfig config = invocation.configuration();
        try (OpenShop shop = OpenShop.openToRead(config);
                OrderTimeoutEngine engine = shop.engine()) {
            PassReport report = engine.plan();
            return PassResult.print(report, true, config.settings(), invocation.console());
        }
    }
}
