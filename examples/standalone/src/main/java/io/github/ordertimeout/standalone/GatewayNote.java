package io.github.ordertimeout.standalone;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.standalone.terminal.Console;

/** The runner has no payment gateway; whoever relies on it must know. */
final class GatewayNote {
    private static final String NOTE = "Without a payment gateway the payment check is the row's own evidence.";

    private GatewayNote() {}

    static void print(Settings settings, Console console) {
        if (settings.rules().values().stream().anyMatch(Rule::paymentCheck)) {
            console.remark(NOTE);
        }
    }
}
