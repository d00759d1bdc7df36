package io.github.ordertimeout.standalone.demo;

import io.github.ordertimeout.PassReport;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.Formats;
import io.github.ordertimeout.standalone.terminal.TextTable;
import java.util.List;
import java.util.function.ToLongFunction;

/** Tells a person what the demo does and what came of it. */
final class DemoStory {
    private static final String NEXT = """

            Next:
              1. See what it would close in your own shop; this changes nothing. examples/standalone/config holds examples.
                 java -jar examples/standalone/target/standalone.jar plan --config shop.yml --jdbc-url jdbc:…
              2. Read README.md: how to make its tables (`schema`), to close in earnest (`run-once`, `run`), to use it as a library.
            """;

    private final Console console;

    DemoStory(Console console) {
        this.console = console;
    }

    void shop(List<DemoOrder> orders) {
        long overdue = orders.stream().filter(order -> order.role().isOverdue()).count();
        tell("A shop in memory (H2): " + Formats.counted(orders.size(), "order") + ", " + Formats.count(overdue)
                + " of them unpaid for longer than " + DemoOrders.TIMEOUT.toMinutes() + " minutes. Closing those:");
    }

    void outcome(DemoReport report) {
        if (console.json()) {
            return;
        }
        PassReport first = report.firstPass();
        tell("Done in " + Formats.duration(first.duration()) + ". What happened, and why:", "");
        console.lines(table(first));
        report.failure()
                .ifPresent(reason -> tell(
                        "",
                        "The failures are part of the demo. They wait in the compensation table, are tried again with growing",
                        "pauses, and hold up nobody else. One of them: " + reason));
        tell("", "A second pass closed " + Formats.count(sum(report.secondPass(), RuleReport::closed)) + ".", "");
        report.promises().forEach(promise -> tell(promise.toString()));
        console.lines(NEXT.stripTrailing().lines().toList());
    }

    private static List<String> table(PassReport pass) {
        return new TextTable("orders", "what", "why")
                .row(cells(sum(pass, RuleReport::closed), "closed", "overdue and unpaid; their stock is given back"))
                .row(cells(sum(pass, RuleReport::lostRace), "left alone", "paid between the scan and the close"))
                .row(cells(
                        sum(pass, RuleReport::inconsistent),
                        "left open",
                        "the row shows a payment: a person should look"))
                .row(cells(
                        sum(pass, RuleReport::skipped) - sum(pass, RuleReport::inconsistent),
                        "left open",
                        "held by the shop's own policy (gift card)"))
                .row(cells(
                        sum(pass, RuleReport::failed), "failed", "reserved stock is short: in the compensation table"))
                .row(cells(sum(pass, RuleReport::scanned), "overdue", ""))
                .lines();
    }

    private static List<String> cells(long orders, String what, String why) {
        return List.of(Formats.count(orders), what, why);
    }

    private static long sum(PassReport pass, ToLongFunction<RuleReport> field) {
        return pass.rules().values().stream().mapToLong(field).sum();
    }

    private void tell(String... lines) {
        if (!console.json()) {
            console.lines(List.of(lines));
        }
    }
}
