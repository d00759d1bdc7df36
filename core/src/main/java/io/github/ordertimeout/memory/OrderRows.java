package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A rule's conditions, put to the rows of its table. */
final class OrderRows {
    private final Rule rule;
    private final String source;
    private final RowDeadline deadline;

    OrderRows(Rule rule, String source) {
        this.rule = rule;
        this.source = source;
        this.deadline = new RowDeadline(rule.deadline());
    }

    RowDeadline deadline() {
        return deadline;
    }

    boolean hasStatus(MemoryRow row, List<String> statuses) {
        Object status = row.get(rule.status().column());
        return status != null && statuses.stream().anyMatch(wanted -> Values.equal(status, wanted));
    }

    boolean isOpen(MemoryRow row) {
        return hasStatus(row, rule.status().open());
    }

    boolean isClosed(MemoryRow row) {
        return hasStatus(row, rule.status().closed().stream().toList());
    }

    /** Closed by a status, or, where a close sets none, open with every value that a close sets and {@code where} then excludes. */
    boolean bearsAClose(MemoryRow row) {
        return rule.status().closed().isPresent() ? isClosed(row) : isOpen(row) && bearsFlags(row);
    }

    private boolean bearsFlags(MemoryRow row) {
        return rule.onClose().set().entrySet().stream()
                .filter(set -> rule.selection().where().containsKey(set.getKey()))
                .allMatch(set -> {
                    Object value = row.get(set.getKey());
                    boolean excluded = !Conditions.matches(
                            Objects.requireNonNull(rule.selection().where().get(set.getKey())), value);
                    return excluded
                            && (!(set.getValue() instanceof SetValue.Literal literal)
                                    || (value != null && Values.equal(value, literal.text())));
                });
    }

    boolean isPaid(MemoryRow row) {
        Map<String, Condition> paidWhen = rule.paymentMapping().paidWhen();
        return hasStatus(row, rule.status().paid())
                || (!paidWhen.isEmpty() && Conditions.all(paidWhen, column -> deadline.value(row, column)));
    }

    boolean isSelected(MemoryRow row) {
        return Conditions.all(rule.selection().where(), column -> deadline.value(row, column));
    }

    boolean showsPayment(MemoryRow row) {
        return isPaid(row)
                || Conditions.anyEvidence(rule.selection().paidEvidence(), column -> deadline.value(row, column));
    }

    /** What shows a payment, for a person. */
    private Optional<String> sign(MemoryRow row) {
        return rule.selection().paidEvidence().entrySet().stream()
                .filter(entry ->
                        Conditions.anyEvidence(Map.of(entry.getKey(), entry.getValue()), c -> deadline.value(row, c)))
                .findFirst()
                .map(entry -> "`" + entry.getKey() + "` is " + row.text(entry.getKey()) + " (paid-evidence)")
                .or(() -> isPaid(row)
                        ? Optional.of(rule.paymentMapping().paidWhen().keySet().stream()
                                        .map(column -> "`" + column + "` is " + row.text(column))
                                        .collect(Collectors.joining(" and "))
                                + " (paid-when)")
                        : Optional.empty());
    }

    /** Every condition of a close; the due time and what hangs on it only where that is required. */
    boolean isClosable(MemoryRow row, Instant now, boolean dueRequired) {
        return isOpen(row)
                && isSelected(row)
                && !showsPayment(row)
                && (!dueRequired || (deadline.isOverdue(row, now) && !deadline.isTooOld(row, now)));
    }

    String status(MemoryRow row) {
        return row.text(rule.status().column());
    }

    Optional<String> number(MemoryRow row) {
        return rule.numberColumn().map(row::get).map(Values::text);
    }

    OrderKey key(MemoryRow row) {
        return new OrderKey(source, row.key());
    }

    OrderSnapshot snapshot(MemoryRow row) {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        rule.columns().forEach(column -> columns.put(column, row.get(column)));
        return new OrderSnapshot(
                key(row),
                number(row),
                status(row),
                deadline.createdAt(row),
                deadline.dueAt(row),
                deadline.closesAt(row),
                showsPayment(row),
                columns,
                sign(row));
    }

    /** Each condition that the row does not meet, as a sentence; that its time has not come yet is none. */
    List<String> unmet(MemoryRow row) {
        List<String> unmet = new ArrayList<>();
        if (!isOpen(row)) {
            unmet.add(sentence(
                    rule.status().column(), row, "one of " + rule.status().open()));
        }
        rule.selection().where().forEach((column, condition) -> {
            if (!Conditions.matches(condition, deadline.value(row, column))) {
                unmet.add(sentence(column, row, Conditions.say(condition)));
            }
        });
        if (deadline.dueAt(row).isEmpty()) {
            unmet.add("Its time to pay never runs out: it has no deadline, or its timeout is never");
        }
        return unmet;
    }

    private static String sentence(String column, MemoryRow row, String wanted) {
        Object value = row.get(column);
        return "Its " + column + " is " + (value == null ? "null" : Values.text(value)) + ", not " + wanted;
    }
}
