package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.config.Deadline;
import io.github.ordertimeout.config.Term;
import io.github.ordertimeout.config.TimeColumn;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Arms;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When the order in a row runs out. Time columns hold instants, whatever kind the rule gives them: the kind tells how a real
 * database stores what is an instant here.
 */
final class RowDeadline {
    private final Deadline deadline;
    private final List<Term> terms;

    RowDeadline(Deadline deadline) {
        this.deadline = deadline;
        this.terms = Arms.terms(deadline);
    }

    Optional<Instant> createdAt(MemoryRow row) {
        return deadline.created().flatMap(column -> time(row, column));
    }

    Optional<Instant> dueAt(MemoryRow row) {
        Optional<Instant> due = deadline.due().flatMap(column -> time(row, column));
        int index = term(row);
        boolean fallback = index == terms.size() - 1;
        if (due.isPresent()) {
            return due.filter(time -> fallback || !terms.get(index).isNever());
        }
        return createdAt(row).flatMap(created -> terms.get(index).length().map(created::plus));
    }

    Optional<Instant> closesAt(MemoryRow row) {
        return dueAt(row).map(due -> due.plus(deadline.grace()));
    }

    boolean isOverdue(MemoryRow row, Instant now) {
        return closesAt(row).filter(at -> !at.isAfter(now)).isPresent();
    }

    boolean isTooOld(MemoryRow row, Instant now) {
        return deadline.maxAge()
                .flatMap(age ->
                        createdAt(row).filter(created -> created.plus(age).isBefore(now)))
                .isPresent();
    }

    /** The time that an arm's range runs over; empty where the row belongs to another arm. */
    Optional<Instant> inArm(Arm arm, MemoryRow row) {
        if (!arm.terms().contains(term(row))) {
            return Optional.empty();
        }
        Optional<Instant> due = deadline.due().flatMap(column -> time(row, column));
        if (arm.basis() == Arm.Basis.DUE) {
            return due;
        }
        return due.isPresent() ? Optional.empty() : createdAt(row);
    }

    /** A column's value, where a time column that holds no real time holds null. */
    @Nullable
    Object value(MemoryRow row, String name) {
        Optional<TimeColumn> column = deadline.due()
                .filter(due -> due.name().equals(name))
                .or(() -> deadline.created().filter(created -> created.name().equals(name)));
        return column.isPresent() ? time(row, column.get()).orElse(null) : row.get(name);
    }

    /** The first entry of {@code timeouts-by} that matches, else the index after the last. */
    private int term(MemoryRow row) {
        int index = 0;
        while (index < deadline.timeoutsBy().size()
                && !Conditions.all(deadline.timeoutsBy().get(index).where(), column -> value(row, column))) {
            index++;
        }
        return index;
    }

    private static Optional<Instant> time(MemoryRow row, TimeColumn column) {
        Object value = row.get(column.name());
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof Instant instant) {
            return Optional.of(instant).filter(time -> time.isAfter(Instant.EPOCH));
        }
        throw new MemoryDatabaseException(
                FailureKind.ORDER,
                "Column \"" + column.name() + "\" of order " + row.key() + " holds " + value
                        + "; in memory a time is held as java.time.Instant");
    }
}
