package io.github.ordertimeout.standalone;

import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.util.OptionalInt;

/** What keeps the rules from working, makes them slow, or is probably not what was meant. Changes nothing. */
final class DoctorCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        try (OpenShop shop = OpenShop.openToRead(invocation.configuration())) {
            return FindingsOutput.print(
                    shop.jdbcStore().examine(shop.rules(), OptionalInt.empty()),
                    "Nothing is amiss.",
                    invocation.console());
        }
    }
}
