package io.github.ordertimeout.spring.failure;

import io.github.ordertimeout.jdbc.database.DatabaseException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells that the database of the orders could not be reached or asked when the store was made. */
final class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<DatabaseException> {
    /** Made by Spring. */
    DatabaseFailureAnalyzer() {}

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, DatabaseException cause) {
        Throwable reason = cause.getCause() == null ? cause : cause.getCause();
        return new FailureAnalysis(
                "Order Timeout cannot use the database of the orders: " + cause.getMessage() + " ("
                        + reason.getMessage() + ").",
                "Check that the database is up and that the data source's URL, user and password are right. The engine"
                        + " looks at the orders' tables when the application starts; to start without it set"
                        + " order-timeout.enabled=false.",
                cause);
    }
}
