package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.audit.AuditFault;
import io.github.ordertimeout.jdbc.audit.AuditPage;
import io.github.ordertimeout.jdbc.audit.AuditSummary;
import io.github.ordertimeout.standalone.terminal.Console;
import java.util.List;
import java.util.Optional;

/** Where an audit's findings go. */
abstract class AuditOutput {
    private static final String ALL_IS_WELL =
            "Every close is released, every refund under way, and no order says otherwise.";

    final AuditSummary summary = new AuditSummary();

    /** One finding per kind at the end, with how often it was met and the first few orders. */
    static AuditOutput summed() {
        return new Summed();
    }

    /**
     * One finding per order, as soon as its page is done: what was printed before a process died is not lost, and the output
     * grows without the memory.
     */
    static AuditOutput each() {
        return new Each();
    }

    /** Takes a page. */
    void page(AuditPage page, Console console) {
        summary.page(page);
    }

    /**
     * The audit is over.
     *
     * @param place where it can go on, where it was interrupted
     */
    abstract void end(Console console, Optional<String> place);

    final void endText(Console console, Optional<String> place) {
        List<Finding> findings = summary.findings();
        if (findings.isEmpty()) {
            console.line(place.isEmpty() ? ALL_IS_WELL : "Nothing was amiss so far.");
        }
        FindingsOutput.lines(findings, console);
    }

    private static final class Summed extends AuditOutput {
        @Override
        void end(Console console, Optional<String> place) {
            if (!console.json()) {
                endText(console, place);
                return;
            }
            ObjectNode json = FindingsOutput.json(summary.findings());
            place.ifPresent(at -> json.put("complete", false).put("after", at));
            console.value(json);
        }
    }

    private static final class Each extends AuditOutput {
        private String separator = "{\"findings\":[";

        @Override
        void page(AuditPage page, Console console) {
            super.page(page, console);
            page.faults().forEach(fault -> print(fault, console));
            console.out().flush();
        }

        private void print(AuditFault fault, Console console) {
            Finding finding = fault.finding();
            if (!console.json()) {
                console.line(FindingsOutput.line(finding));
                return;
            }
            ObjectNode json = FindingsOutput.json(finding)
                    .put("source", fault.order().source())
                    .put("id", fault.order().id())
                    .put("number", fault.number().orElse(null));
            console.out().print(separator + json);
            separator = ",\n";
        }

        @Override
        void end(Console console, Optional<String> place) {
            if (!console.json()) {
                endText(console, place);
                return;
            }
            String begun = separator.startsWith("{") ? separator : "";
            console.out()
                    .println(begun + "]"
                            + place.map(at -> ",\"complete\":false,\"after\":\"" + at + "\"")
                                    .orElse("")
                            + "}");
        }
    }
}
