package shop.schedulers;

import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.RuleReport;
import java.util.stream.Collectors;

/** What a scheduler is told of a pass. */
final class Passes {
    private Passes() {}

    /**
     * Says what the pass did.
     *
     * @throws IllegalStateException if something failed, so that the scheduler's own alarm goes off
     */
    static String sound(PassReport report) {
        if (!report.sound()) {
            throw new IllegalStateException(said(report));
        }
        return said(report);
    }

    private static String said(PassReport report) {
        return report.rules().entrySet().stream()
                .map(rule -> rule.getKey() + ": " + said(rule.getValue()))
                .collect(Collectors.joining("; "));
    }

    private static String said(RuleReport rule) {
        return rule.closed() + " closed, " + rule.failed() + " failed, " + rule.remaining() + " remaining"
                + (rule.braked() ? ", held back " + rule.reasons().keySet() : "")
                + rule.error().map(error -> ", " + error).orElse("");
    }
}
