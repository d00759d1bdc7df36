package io.github.ordertimeout.simulation;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Deadline;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Term;
import io.github.ordertimeout.config.TermRule;
import io.github.ordertimeout.config.TimeColumn;
import io.github.ordertimeout.memory.MemoryRow;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What a rule means for a row, worked out anew from the documentation: the judge must not be the judged. */
class Oracle {
    private final Rule rule;

    Oracle(Rule rule) {
        this.rule = rule;
    }

    boolean isOpen(MemoryRow row) {
        return rule.status().open().contains(status(row));
    }

    boolean isClosed(MemoryRow row) {
        return rule.status().closed().filter(status(row)::equals).isPresent();
    }

    boolean isPaid(MemoryRow row) {
        return rule.status().paid().contains(status(row));
    }

    String status(MemoryRow row) {
        return row.text(rule.status().column());
    }

    boolean isSelected(MemoryRow row) {
        return all(rule.selection().where(), row);
    }

    boolean showsPayment(MemoryRow row) {
        return rule.selection().paidEvidence().entrySet().stream()
                .anyMatch(entry -> row.get(entry.getKey()) != null && meets(entry.getValue(), row, entry.getKey()));
    }

    boolean isOverdue(MemoryRow row, Instant now) {
        return closesAt(row).filter(at -> !now.isBefore(at)).isPresent();
    }

    boolean isTooOld(MemoryRow row, Instant now) {
        Optional<Instant> created = createdAt(row);
        return rule.deadline().maxAge().isPresent()
                && created.isPresent()
                && now.isAfter(created.get().plus(rule.deadline().maxAge().get()));
    }

    /** Whether a close at that moment is right. */
    boolean isClosable(MemoryRow row, Instant now) {
        return isClosable(row) && isOverdue(row, now) && !isTooOld(row, now);
    }

    /** Whether everything but the due time allows a close. */
    boolean isClosable(MemoryRow row) {
        return isOpen(row) && isSelected(row) && !showsPayment(row);
    }

    /** Whether a pass at that moment must give account of it. */
    boolean isToBeScanned(MemoryRow row, Instant now) {
        return isOpen(row) && isSelected(row) && isOverdue(row, now) && !isTooOld(row, now);
    }

    Optional<Instant> createdAt(MemoryRow row) {
        return rule.deadline().created().flatMap(column -> time(row, column));
    }

    Optional<Instant> closesAt(MemoryRow row) {
        return dueAt(row).map(at -> at.plus(rule.deadline().grace()));
    }

    Optional<Instant> dueAt(MemoryRow row) {
        Deadline deadline = rule.deadline();
        Optional<TermRule> special = deadline.timeoutsBy().stream()
                .filter(term -> all(term.where(), row))
                .findFirst();
        Term term = special.map(TermRule::timeout).orElse(deadline.timeout());
        Optional<Instant> own = deadline.due().flatMap(column -> time(row, column));
        if (own.isPresent()) {
            return special.isPresent() && term.isNever() ? Optional.empty() : own;
        }
        return createdAt(row).flatMap(created -> term.length().map(created::plus));
    }

    private static Optional<Instant> time(MemoryRow row, TimeColumn column) {
        return row.get(column.name()) instanceof Instant at && at.isAfter(Instant.EPOCH)
                ? Optional.of(at)
                : Optional.empty();
    }

    private boolean all(Map<String, Condition> conditions, MemoryRow row) {
        return conditions.entrySet().stream().allMatch(entry -> meets(entry.getValue(), row, entry.getKey()));
    }

    private static boolean meets(Condition condition, MemoryRow row, String column) {
        Object value = row.get(column);
        if (condition instanceof Condition.In in) {
            return value != null && in.values().contains(row.text(column));
        }
        if (condition instanceof Condition.NotIn notIn) {
            return value == null || !notIn.values().contains(row.text(column));
        }
        if (condition instanceof Condition.NotNull) {
            return value != null;
        }
        if (condition instanceof Condition.IsNull) {
            return value == null;
        }
        throw new IllegalArgumentException("The simulation's rules have no " + condition);
    }
}
