package io.github.ordertimeout.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What one run of the program printed, and how it ended. */
record Ran(int code, String out, String err) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    static Ran with(Map<String, String> environment, List<String> args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                args.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment);
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    static Ran with(String... args) {
        return with(Map.of(), List.of(args));
    }

    /** Standard output as exactly one JSON value. */
    JsonNode json() {
        try {
            return MAPPER.readTree(out);
        } catch (JsonProcessingException e) {
            throw new AssertionError("Not one JSON value: " + out + "\n" + err, e);
        }
    }

    /** Exit code 2, nothing on standard output, a few lines that hold these words, no stack trace. */
    Ran isRefused(String... words) {
        assertThat(code).as(toString()).isEqualTo(2);
        assertThat(out).isEmpty();
        assertThat(err).isNotBlank().doesNotContain("\tat ", "Exception").contains(words);
        assertThat(err.lines().count()).as(err).isLessThanOrEqualTo(9);
        return this;
    }

    static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
