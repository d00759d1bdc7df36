package io.github.ordertimeout.memory;

import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.payment.PaymentBook;
import io.github.ordertimeout.payment.PaymentStanding;
import io.github.ordertimeout.payment.SeenPayment;
import io.github.ordertimeout.transaction.TransactionContext;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Payments in a table whose key is the order and the reference. */
final class MemoryPaymentBook implements PaymentBook {
    private final MemoryDatabase database;
    private final String table;

    MemoryPaymentBook(MemoryDatabase database, String table) {
        this.database = database;
        this.table = table;
        if (database.columns(table).isEmpty()) {
            database.createTable(
                    table,
                    "payment_key",
                    "source",
                    "order_id",
                    "reference",
                    "rule",
                    "standing",
                    "amount",
                    "seen_at",
                    "token");
        }
    }

    @Override
    public void add(SeenPayment payment, TransactionContext context) {
        MemoryTransaction transaction = context.unwrap(MemoryTransaction.class);
        String key = key(payment.key(), payment.reference());
        if (transaction.selectForUpdate(table, row -> row.key().equals(key)).isEmpty()) {
            Map<String, @Nullable Object> row = changes(payment);
            row.put("payment_key", key);
            row.put("source", payment.key().source());
            row.put("order_id", payment.key().id());
            row.put("reference", payment.reference());
            row.put("rule", payment.rule());
            row.put("seen_at", payment.seenAt());
            transaction.insert(table, row);
        }
    }

    @Override
    public List<SeenPayment> of(OrderKey key, TransactionContext context) {
        return context
                .unwrap(MemoryTransaction.class)
                .selectForUpdate(table, row -> isOf(row, key.source(), Set.of(key.id())))
                .stream()
                .map(MemoryPaymentBook::read)
                .toList();
    }

    @Override
    public void change(SeenPayment changed, TransactionContext context) {
        String key = key(changed.key(), changed.reference());
        Map<String, @Nullable Object> columns = changes(changed);
        context.unwrap(MemoryTransaction.class).update(table, row -> row.key().equals(key), row -> columns);
    }

    @Override
    public Set<OrderKey> holding(Collection<OrderKey> keys) {
        if (keys.isEmpty()) {
            return Set.of();
        }
        String source = keys.iterator().next().source();
        try (MemoryTransaction transaction = database.begin()) {
            return held(transaction, source, keys.stream().map(OrderKey::id).toList()).stream()
                    .map(id -> new OrderKey(source, id))
                    .collect(Collectors.toSet());
        }
    }

    @Override
    public Optional<SeenPayment> find(OrderKey key, String reference) {
        return database.row(table, key(key, reference)).map(MemoryPaymentBook::read);
    }

    /** Which of these orders have money that belongs to them: they must not be closed. */
    Set<String> held(MemoryTransaction transaction, String source, Collection<String> ids) {
        Set<String> wanted = Set.copyOf(ids);
        return transaction
                .select(
                        table,
                        row -> isOf(row, source, wanted)
                                && row.get("standing") instanceof PaymentStanding standing
                                && standing.holdsOrder())
                .stream()
                .map(row -> row.text("order_id"))
                .collect(Collectors.toSet());
    }

    private static boolean isOf(MemoryRow row, String source, Set<String> ids) {
        return row.text("source").equals(source) && ids.contains(row.text("order_id"));
    }

    private static String key(OrderKey key, String reference) {
        return RowId.compoundKey(key.source(), key.id(), reference);
    }

    private static Map<String, @Nullable Object> changes(SeenPayment payment) {
        Map<String, @Nullable Object> columns = new HashMap<>();
        columns.put("standing", payment.standing());
        columns.put("amount", payment.amount().orElse(null));
        columns.put("token", payment.token());
        return columns;
    }

    private static SeenPayment read(MemoryRow row) {
        return new SeenPayment(
                new OrderKey(row.text("source"), row.text("order_id")),
                row.text("reference"),
                row.text("rule"),
                PaymentStanding.valueOf(row.text("standing")),
                row.get("amount") instanceof BigDecimal amount ? Optional.of(amount) : Optional.empty(),
                row.get("seen_at") instanceof Instant at ? at : Instant.EPOCH,
                row.text("token"));
    }
}
