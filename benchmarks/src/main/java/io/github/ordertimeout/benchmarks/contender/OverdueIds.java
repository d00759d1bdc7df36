package io.github.ordertimeout.benchmarks.contender;

import io.github.ordertimeout.benchmarks.shop.Dialect;
import io.github.ordertimeout.benchmarks.shop.Shop;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/** Pages of the ids of overdue orders, by keyset on the due index, each form where it is a range. Not thread-safe. */
final class OverdueIds implements AutoCloseable {
    private static final OffsetDateTime BEGINNING = OffsetDateTime.of(1970, 1, 2, 0, 0, 0, 0, ZoneOffset.UTC);

    private final PreparedStatement page;
    private final Dialect dialect;
    private Object lastDue;
    private long lastId;
    private final int size;

    OverdueIds(Connection connection, Dialect dialect, int size) throws SQLException {
        String behind = dialect == Dialect.POSTGRESQL
                ? "(expire_at, id) > (?, ?)"
                : "expire_at >= ? AND (expire_at > ? OR id > ?)";
        // As the library does: H2 reads the rest of the index for each page unless every column of it is named.
        String first = dialect == Dialect.H2 ? "status, " : "";
        this.page = connection.prepareStatement("SELECT id, expire_at FROM " + Shop.ORDERS
                + " WHERE status = 0 AND expire_at <= " + dialect.now() + " AND " + behind
                + " ORDER BY " + first + "expire_at, id LIMIT " + size);
        this.dialect = dialect;
        this.size = size;
        this.lastDue = dialect == Dialect.MARIADB ? BEGINNING.toLocalDateTime() : BEGINNING;
    }

    /** The next page; shorter than the others at the end. */
    long[] next() throws SQLException {
        int position = 1;
        page.setObject(position++, lastDue);
        if (dialect != Dialect.POSTGRESQL) {
            page.setObject(position++, lastDue);
        }
        page.setLong(position, lastId);
        long[] ids = new long[size];
        int count = 0;
        try (ResultSet rows = page.executeQuery()) {
            while (rows.next()) {
                lastId = rows.getLong(1);
                ids[count++] = lastId;
                lastDue = dialect == Dialect.MARIADB
                        ? rows.getObject(2, LocalDateTime.class)
                        : rows.getObject(2, OffsetDateTime.class);
            }
        }
        return Arrays.copyOf(ids, count);
    }

    @Override
    public void close() throws SQLException {
        page.close();
    }
}
