package io.github.ordertimeout.standalone;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.util.List;
import java.util.Locale;

/** Findings, for people or for programs. */
final class FindingsOutput {
    private FindingsOutput() {}

    /** An error among them makes the exit code 1. */
    static ExitCode print(List<Finding> findings, String allIsWell, Console console) {
        if (console.json()) {
            console.value(json(findings));
        } else if (findings.isEmpty()) {
            console.line(allIsWell);
        } else {
            lines(findings, console);
        }
        boolean failed = findings.stream().anyMatch(it -> it.severity() == Finding.Severity.ERROR);
        return failed ? ExitCode.FAILED : ExitCode.SOUND;
    }

    static void lines(List<Finding> findings, Console console) {
        findings.forEach(it -> {
            console.line(line(it));
            console.line("    " + it.advice());
        });
    }

    /** Without the advice. */
    static String line(Finding finding) {
        return word(finding) + " [" + finding.code() + "] " + finding.message();
    }

    private static String word(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }

    static ObjectNode json(List<Finding> findings) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ArrayNode array = object.putArray("findings");
        findings.forEach(it -> array.add(json(it)));
        return object;
    }

    static ObjectNode json(Finding finding) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("severity", word(finding))
                .put("code", finding.code())
                .put("message", finding.message())
                .put("advice", finding.advice());
    }
}
