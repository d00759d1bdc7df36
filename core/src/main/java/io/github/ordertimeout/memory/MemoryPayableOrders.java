package io.github.ordertimeout.memory;

import io.github.ordertimeout.config.Condition;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.payment.PayableOrder;
import io.github.ordertimeout.payment.PayableOrder.Standing;
import io.github.ordertimeout.payment.PayableOrders;
import io.github.ordertimeout.transaction.TransactionContext;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Orders in memory as a payment meets them. */
final class MemoryPayableOrders implements PayableOrders {
    private final Rule rule;
    private final OrderRows rows;
    private final MemoryLedger ledger;
    private final MemoryDatabase database;
    private final Supplier<Instant> clock;

    MemoryPayableOrders(
            Rule rule, OrderRows rows, MemoryLedger ledger, MemoryDatabase database, Supplier<Instant> clock) {
        this.rule = rule;
        this.rows = rows;
        this.ledger = ledger;
        this.database = database;
        this.clock = clock;
    }

    @Override
    public boolean canBePaid() {
        return !rule.status().paid().isEmpty()
                || !rule.paymentMapping().paidWhen().isEmpty();
    }

    @Override
    public List<String> idsByNumber(String number, TransactionContext transaction) {
        return transaction
                .unwrap(MemoryTransaction.class)
                .select(
                        rule.table(),
                        row -> rows.number(row).filter(number::equals).isPresent())
                .stream()
                .map(MemoryRow::key)
                .limit(2)
                .toList();
    }

    @Override
    public Optional<PayableOrder> lock(String id, TransactionContext context) {
        MemoryTransaction transaction = context.unwrap(MemoryTransaction.class);
        return transaction.selectForUpdate(rule.table(), row -> row.key().equals(id)).stream()
                .findFirst()
                .map(row -> new PayableOrder(
                        rows.snapshot(row), standing(row, transaction), rows.isSelected(row), clock.get()));
    }

    private Standing standing(MemoryRow row, MemoryTransaction transaction) {
        if (rows.isPaid(row)) {
            return Standing.PAID;
        }
        boolean closedElsewhere =
                rule.status().closed().isEmpty() && !rows.isSelected(row) && ledger.knows(transaction, rows.key(row));
        if (rows.isClosed(row) || closedElsewhere) {
            return Standing.CLOSED;
        }
        return rows.isOpen(row) ? Standing.OPEN : Standing.OTHER;
    }

    @Override
    public boolean pay(PayableOrder order, String reference, TransactionContext transaction) {
        String id = order.order().id();
        return transaction
                        .unwrap(MemoryTransaction.class)
                        .update(
                                rule.table(),
                                row -> row.key().equals(id) && rows.isOpen(row) && !rows.isPaid(row),
                                row -> paid(row, order, reference))
                == 1;
    }

    private Map<String, @Nullable Object> paid(MemoryRow row, PayableOrder order, String reference) {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        String status = rule.status().column();
        rule.status().paid().stream()
                .findFirst()
                .ifPresent(paid -> columns.put(status, Values.like(row.get(status), paid)));
        rule.paymentMapping().paidWhen().forEach((column, condition) -> {
            if (condition instanceof Condition.In in) {
                columns.put(column, Values.like(row.get(column), in.values().get(0)));
            }
        });
        columns.putAll(new Assignments(order.now(), reference, rule.name())
                .changes(row, rule.paymentMapping().onPaid()));
        return columns;
    }

    @Override
    public List<String> idsOfGroup(String group, TransactionContext transaction) {
        return transaction.unwrap(MemoryTransaction.class).select(rule.table(), isOfGroup(group)).stream()
                .map(MemoryRow::key)
                .toList();
    }

    @Override
    public Set<String> openOfGroup(String group) {
        try (MemoryTransaction transaction = database.begin()) {
            return transaction.select(rule.table(), isOfGroup(group).and(rows::isOpen)).stream()
                    .map(MemoryRow::key)
                    .collect(Collectors.toSet());
        }
    }

    private Predicate<MemoryRow> isOfGroup(String group) {
        String column = rule.paymentMapping().groupColumn().orElseThrow();
        return row -> {
            Object value = row.get(column);
            return value != null && group.equals(String.valueOf(value));
        };
    }
}
