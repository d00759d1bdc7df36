package io.github.ordertimeout.standalone;

import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;

/** Prints what a pass did, and says how it ended; what ended it early is in the log. */
final class PassResult {
    private PassResult() {}

    static ExitCode print(PassReport report, boolean dryRun, Settings settings, Console console) {
        if (console.json()) {
            console.value(PassJson.of(report, dryRun));
        } else {
            console.lines(PassText.of(report, dryRun));
        }
        GatewayNote.print(settings, console);
        if (!settings.enabled()) {
            console.remark("order-timeout.enabled is false: nothing was looked at.");
        }
        return report.sound() ? ExitCode.SOUND : ExitCode.FAILED;
    }
}
