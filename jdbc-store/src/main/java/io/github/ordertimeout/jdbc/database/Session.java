package io.github.ordertimeout.jdbc.database;

import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.order.OrderTimeoutException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementCustomizer;
import org.jdbi.v3.core.statement.Update;

/** Runs statements on one connection. Valid only during the work it was handed to, on its thread. */
public final class Session {
    private final Connection connection;
    private final Handle plain;
    private final Supplier<Handle> handle;

    Session(Connection connection, int queryTimeoutSeconds, Supplier<Handle> handle) {
        this.connection = connection;
        this.plain = PlainStatements.open(connection, queryTimeoutSeconds);
        this.handle = handle;
    }

    /** Every row of a query. By a loop of our own: Jdbi's iterator takes longer per row than most readers. */
    public <T> List<T> query(Sql sql, RowReader<T> reader) {
        try (Query query = bound(plain.createQuery(sql.prepared()), sql)) {
            return query.scanResultSet((rows, context) -> read(rows.get(), reader));
        }
    }

    private static <T> List<T> read(ResultSet rows, RowReader<T> reader) throws SQLException {
        List<T> read = new ArrayList<>();
        while (rows.next()) {
            read.add(reader.read(rows));
        }
        return read;
    }

    /** The first row of a query. */
    public <T> Optional<T> first(Sql sql, RowReader<T> reader) {
        return query(sql, reader).stream().findFirst();
    }

    /**
     * Runs one statement.
     *
     * @return how many rows it changed
     */
    public int update(Sql sql) {
        try (Update update = bound(plain.createUpdate(sql.prepared()), sql)) {
            return update.execute();
        }
    }

    /**
     * Runs statements of one and the same text in one round trip, where the driver can.
     *
     * @return how many rows each changed
     * @throws OrderTimeoutException if the driver does not tell
     */
    public int[] batch(List<Sql> statements) {
        if (statements.isEmpty()) {
            return new int[0];
        }
        Sql first = statements.get(0);
        try (PreparedBatch batch = plain.prepareBatch(first.prepared())) {
            PlainStatements.expect(batch, first.values().size());
            for (Sql statement : statements) {
                if (!statement.text().equals(first.text())) {
                    throw new IllegalArgumentException("A batch is of one text, not of " + first + " and " + statement);
                }
                bindValues(batch, statement.values());
                batch.add();
            }
            return BatchCounts.checked(batch.execute());
        }
    }

    /** The connection, for what only JDBC can say. */
    public Connection connection() {
        return connection;
    }

    /** A Jdbi handle for an application's code: configured by its own Jdbi where the database was made from one. */
    public Handle handle() {
        return handle.get();
    }

    private static <S extends SqlStatement<S>> S bound(S statement, Sql sql) {
        PlainStatements.expect(statement, 0);
        return statement.addCustomizer(new BindAll(sql.values()));
    }

    /** Binds the values straight to the driver's statement: Jdbi's own way costs more than the driver's for long lists. */
    private record BindAll(List<Bound> values) implements StatementCustomizer {
        @Override
        public void beforeExecution(PreparedStatement statement, StatementContext context) throws SQLException {
            int position = 1;
            for (Bound value : values) {
                value.bind(statement, position++);
            }
        }
    }

    private static <S extends SqlStatement<S>> S bindValues(S statement, List<Bound> values) {
        int position = 0;
        for (Bound value : values) {
            statement.bind(position++, PlainStatements.argument(value));
        }
        return statement;
    }
}
