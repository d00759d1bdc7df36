package io.github.ordertimeout.jdbc.doctor;

import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Questions that a large table may take too long to answer: each has five seconds. */
record Examination(Database database) {
    private static final TimeLimits LIMITS = new TimeLimits(Duration.ofSeconds(1), Duration.ofSeconds(5));

    /** The answer; empty where it took too long or failed: what it was to show is then not known. */
    <T> Optional<T> ask(Function<Session, T> question) {
        return ask(question, words -> {});
    }

    /** The same; a failure, the end of the five seconds included, is told in the database's words. */
    <T> Optional<T> ask(Function<Session, T> question, Consumer<String> onFailure) {
        try {
            return Optional.of(database.transactions(LIMITS)
                    .inTransaction(transaction -> question.apply(transaction.unwrap(Session.class))));
        } catch (RuntimeException e) {
            onFailure.accept(FailureClassifier.classify(e).getMessage());
            return Optional.empty();
        }
    }
}
