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
            findings.forEach(it -> {
                console.line(word(it) + " [" + it.code() + "] " + it.message());
                console.line("    " + it.advice());
            });
        }
        boolean failed = findings.stream().anyMatch(it -> it.severity() == Finding.Severity.ERROR);
        return failed ? ExitCode.FAILED : ExitCode.SOUND;
    }

    private static String word(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }

    private static ObjectNode json(List<Finding> findings) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ArrayNode array = object.putArray("findings");
        findings.forEach(it -> array.addObject()
                .put("severity", word(it))
                .put("code", it.code())
                .put("message", it.message())
                .put("advice", it.advice()));
        return object;
    }
}
