package io.github.ordertimeout.standalone;

import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.time.Duration;

/** Whether what the library has written and what the orders say agree. Changes nothing. */
final class AuditCommand implements Command {
    private static final Duration SINCE = Duration.ofDays(30);

    @Override
    public ExitCode run(Invocation invocation) {
        try (OpenShop shop = OpenShop.openToRead(invocation.configuration())) {
            return FindingsOutput.print(
                    shop.jdbcStore().audit(shop.rules(), SINCE),
                    "Every close is released, every refund under way, and no order says otherwise.",
                    invocation.console());
        }
    }
}
