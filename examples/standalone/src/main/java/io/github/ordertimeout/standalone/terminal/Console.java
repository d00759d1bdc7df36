package io.github.ordertimeout.standalone.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.util.List;

/**
 * Where results and remarks go.
 *
 * @param out results only
 * @param err everything else
 * @param json whether the result is one JSON value
 */
public record Console(PrintStream out, PrintStream err, boolean json) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** A line of the result, for people. */
    public void line(String text) {
        out.println(text);
    }

    /** Lines of the result, for people. */
    public void lines(List<String> lines) {
        lines.forEach(out::println);
    }

    /** The result, for programs. */
    public void value(JsonNode value) {
        try {
            out.println(MAPPER.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The result cannot be written as JSON", e);
        }
    }

    /** Something a person should know, beside the result: never part of the JSON value. */
    public void remark(String text) {
        (json ? err : out).println(text);
    }
}
