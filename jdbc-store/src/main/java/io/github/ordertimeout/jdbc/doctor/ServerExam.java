package io.github.ordertimeout.jdbc.doctor;

import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.DatabaseException;
import io.github.ordertimeout.jdbc.database.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The server itself: its clock, what it can do, how it isolates the engine's transactions. */
record ServerExam(Database database, Examination examination, Instant now) {
    private static final Duration CLOCKS_APART = Duration.ofSeconds(30);

    /** Everything of note, compared with this machine's clock. */
    List<Finding> findings(Instant here) {
        return Stream.of(clock(here), skipLocked(), isolation())
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Finding> clock(Instant here) {
        Duration apart = Duration.between(now, here).abs();
        return apart.compareTo(CLOCKS_APART) <= 0
                ? Optional.empty()
                : Optional.of(
                        Finding.warning(
                                "clock",
                                "This machine's clock and the database's are " + apart.toSeconds()
                                        + " s apart (database " + now + ").",
                                "Orders close by the database's clock; set the wrong one, since the application writes times by its own."));
    }

    private Optional<Finding> skipLocked() {
        return database.dialect().skipLocked()
                ? Optional.empty()
                : Optional.of(Finding.warning(
                        "skip-locked",
                        "This server cannot leave out locked rows (SKIP LOCKED): a locked order holds its batch up for"
                                + " close.lock-timeout.",
                        "Use MySQL 8.0, MariaDB 10.6, PostgreSQL 12 or newer where that matters."));
    }

    private Optional<Finding> isolation() {
        return examination.ask(ServerExam::level).flatMap(this::isolation);
    }

    private static int level(Session session) {
        try {
            return session.connection().getTransactionIsolation();
        } catch (SQLException e) {
            throw new DatabaseException("The isolation of a transaction cannot be read", e);
        }
    }

    private Optional<Finding> isolation(int level) {
        return switch (level) {
            case Connection.TRANSACTION_SERIALIZABLE ->
                isolation(
                        "SERIALIZABLE, in which batches fail beside the application's own writes and are begun again",
                        "Let the engine's transactions run in READ COMMITTED: every decision is made by locking reads.");
            case Connection.TRANSACTION_REPEATABLE_READ ->
                isolation(
                        "REPEATABLE READ, in which locks may hold up the application's inserts and reads may be old",
                        binaryLog()
                                + "Let the engine's transactions run in READ COMMITTED: every decision is made by locking reads.");
            case Connection.TRANSACTION_READ_UNCOMMITTED ->
                isolation(
                        "READ UNCOMMITTED, in which signs of a payment may be seen that are rolled back later",
                        "Let the engine's transactions run in READ COMMITTED.");
            default -> Optional.empty();
        };
    }

    /** A server that logs statements refuses to write in READ COMMITTED. */
    private String binaryLog() {
        return examination.ask(this::refusesReadCommitted).orElse(false)
                ? "Set binlog_format to ROW or MIXED: with STATEMENT the server takes no writes in READ COMMITTED. "
                : "";
    }

    private boolean refusesReadCommitted(Session session) {
        try {
            return !database.dialect().allowsReadCommitted(session.connection());
        } catch (SQLException e) {
            throw new DatabaseException("The server's binary log cannot be asked for", e);
        }
    }

    private static Optional<Finding> isolation(String what, String advice) {
        return Optional.of(Finding.warning("isolation", "Closing transactions run in " + what + ".", advice));
    }
}
