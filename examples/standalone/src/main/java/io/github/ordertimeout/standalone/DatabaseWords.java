package io.github.ordertimeout.standalone;

import io.github.ordertimeout.order.OrderTimeoutException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;

/** What the database, or this library, had to say about a failure. */
final class DatabaseWords {
    private DatabaseWords() {}

    /** A sentence meant for a person; empty where the failure is neither the database's nor this library's. */
    static Optional<String> of(Throwable failure) {
        for (Throwable it = failure; it != null; it = it.getCause() == it ? null : it.getCause()) {
            if (it instanceof SQLException || it instanceof OrderTimeoutException) {
                return Optional.of(firstLine(it));
            }
        }
        return Optional.empty();
    }

    static String firstLine(Throwable failure) {
        return Objects.requireNonNullElse(failure.getMessage(), "")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse(failure.getClass().getSimpleName());
    }
}
