package io.github.ordertimeout.jdbc.dialect;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What stands behind an exception. */
final class Causes {
    /** Drivers repeat the JDBC URL in some messages. */
    private static final Pattern PASSWORD = Pattern.compile("(?i)(password|passwd|pwd)=[^&;\\s]*");

    private Causes() {}

    /** The exception, its causes and what SQL exceptions chain to, outermost first, each once though they form a circle. */
    static List<Throwable> of(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> next = new ArrayDeque<>(List.of(failure));
        while (!next.isEmpty()) {
            Throwable one = next.removeFirst();
            if (seen.add(one)) {
                chain.add(one);
                if (one.getCause() != null) {
                    next.addLast(one.getCause());
                }
                if (one instanceof SQLException sql && sql.getNextException() != null) {
                    next.addLast(sql.getNextException());
                }
            }
        }
        return chain;
    }

    /** H2 repeats the whole statement, kilobytes of it. */
    private static String withoutStatement(String text) {
        int statement = text.indexOf("; SQL statement:");
        return statement < 0 ? text : text.substring(0, statement);
    }

    /** What it says, on one line, without secrets. */
    static String sentence(Throwable failure) {
        String message = failure.getMessage();
        String text = message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
        String line = PASSWORD.matcher(withoutStatement(text.strip()))
                .replaceAll("$1=…")
                .replaceAll("\\s*\\R\\s*", " ");
        return failure instanceof SQLException sql && sql.getSQLState() != null
                ? line + " (SQL state " + sql.getSQLState() + ")"
                : line;
    }
}
