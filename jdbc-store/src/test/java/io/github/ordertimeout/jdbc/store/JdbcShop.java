package io.github.ordertimeout.jdbc.store;

import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.testkit.contract.StoreShop;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The contract's shop in a database: zone-less times in UTC, as most shops write them. */
final class JdbcShop implements StoreShop {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

    private final TestDatabase db;
    private final boolean skipLocked;
    private Instant now = Instant.EPOCH;

    JdbcShop(TestDatabase db, boolean skipLocked) {
        this.db = db;
        this.skipLocked = skipLocked;
        boolean mysql = db.server().isMySqlFamily();
        String time = mysql ? "datetime(6)" : "timestamp(6)";
        String text = mysql ? "varchar(40) collate utf8mb4_bin" : "varchar(40)";
        for (String table : new String[] {"orders", "text_orders"}) {
            db.execute(
                    "CREATE TABLE " + table + " (id " + (table.equals("orders") ? "bigint" : text)
                            + " NOT NULL PRIMARY KEY, number varchar(40), status int NOT NULL, created_at " + time
                            + " NULL, due_at " + time + " NULL, kind int, pay_time " + time + " NULL)",
                    "CREATE INDEX " + table + "_due ON " + table + " (status, due_at, id)",
                    "CREATE INDEX " + table + "_created ON " + table + " (status, created_at, id)");
        }
        db.withOwnTables();
    }

    @Override
    public OrderStore store() {
        var builder = JdbcOrderStore.builder()
                .dataSource(db.dataSource())
                .isolation(db.isolation())
                .clock(() -> now);
        return (skipLocked ? builder : builder.withoutSkipLocked()).build();
    }

    @Override
    public void setClock(Instant instant) {
        now = instant;
    }

    @Override
    public void insert(String table, Map<String, @Nullable Object> row) {
        String columns = String.join(", ", row.keySet());
        String marks = String.join(", ", Collections.nCopies(row.size(), "?"));
        run(
                "INSERT INTO " + table + " (" + columns + ") VALUES (" + marks + ")",
                row.values().toArray());
    }

    @Override
    public void change(String table, String id, String column, @Nullable Object value) {
        run("UPDATE " + table + " SET " + column + " = ? WHERE id = ?", value, id(table, id));
    }

    @Override
    public void delete(String table, String id) {
        run("DELETE FROM " + table + " WHERE id = ?", id(table, id));
    }

    @Override
    public Optional<String> status(String table, String id) {
        return db.column("SELECT status FROM " + table + " WHERE id = " + literal(table, id)).stream()
                .findFirst();
    }

    @Override
    public long ledgerRows(String source, String id) {
        return db.column("SELECT order_id FROM order_timeout_release").stream()
                .filter(id::equals)
                .count();
    }

    @Override
    public AutoCloseable lock(String table, String id) {
        try {
            Connection connection = db.dataSource().getConnection();
            connection.setAutoCommit(false);
            connection
                    .createStatement()
                    .executeQuery("SELECT status FROM " + table + " WHERE id = " + literal(table, id) + " FOR UPDATE")
                    .next();
            return () -> {
                connection.rollback();
                connection.setAutoCommit(true);
                connection.close();
            };
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Times go as literals, so that no driver has a say. */
    private void run(String sql, @Nullable Object... values) {
        StringBuilder text = new StringBuilder();
        List<@Nullable Object> bound = new ArrayList<>();
        int value = 0;
        for (char c : sql.toCharArray()) {
            if (c != '?') {
                text.append(c);
            } else if (values[value++] instanceof Instant time) {
                text.append("TIMESTAMP '")
                        .append(TIME.format(LocalDateTime.ofInstant(time, ZoneOffset.UTC)))
                        .append("'");
            } else {
                text.append('?');
                bound.add(values[value - 1]);
            }
        }
        try (Connection connection = db.dataSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(text.toString())) {
            for (int i = 0; i < bound.size(); i++) {
                statement.setObject(i + 1, bound.get(i));
            }
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(text + ": " + e.getMessage(), e);
        }
    }

    private static Object id(String table, String id) {
        return table.equals("orders") ? (Object) Long.valueOf(id) : id;
    }

    private static String literal(String table, String id) {
        return table.equals("orders") ? id : "'" + id + "'";
    }
}
