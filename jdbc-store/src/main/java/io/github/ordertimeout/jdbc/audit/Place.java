package io.github.ordertimeout.jdbc.audit;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a cursor says.
 *
 * @param since the moment from which on orders are asked whether somebody else closed them: the same over all parts of an audit
 * @param source whose walk is next; empty where nothing is left
 * @param walk which of its walks
 * @param after the key of the last row that was looked at; empty at the walk's beginning
 */
record Place(Instant since, String source, String walk, List<String> after) {
    private static final int BEFORE_KEY = 3;

    Place {
        after = List.copyOf(after);
    }

    static Place end(Instant since) {
        return new Place(since, "", "", List.of());
    }

    boolean isEnd() {
        return walk.isEmpty();
    }

    AuditCursor cursor() {
        return new AuditCursor(
                Stream.concat(Stream.of(String.valueOf(since.toEpochMilli()), source, walk), after.stream())
                        .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8))
                        .collect(Collectors.joining("/")));
    }

    static Place parse(String text) {
        try {
            List<String> parts = new ArrayList<>();
            for (String part : text.split("/", -1)) {
                parts.add(URLDecoder.decode(part, StandardCharsets.UTF_8));
            }
            if (parts.size() >= BEFORE_KEY) {
                return new Place(
                        Instant.ofEpochMilli(Long.parseLong(parts.get(0))),
                        parts.get(1),
                        parts.get(2),
                        parts.subList(BEFORE_KEY, parts.size()));
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            throw malformed(text, e);
        }
        throw malformed(text, null);
    }

    private static IllegalArgumentException malformed(String text, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "'" + text + "' is no place of an audit: take it as an interrupted audit has printed it", cause);
    }
}
