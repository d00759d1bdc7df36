package io.github.ordertimeout.jdbc.schema;

import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.DatabaseException;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.Dialect;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Whether the tables are there with every column, by asking for no row of each: works under any rights and folding. */
public final class TableCheck {
    private static final String REMEDY =
            " The command `schema` prints the DDL; tables.auto-create: true makes missing tables at start.";

    private final Database database;
    private final OwnTables tables;

    /** For these tables. */
    public TableCheck(Database database, OwnTables tables) {
        this.database = database;
        this.tables = tables;
    }

    /** One sentence per table that cannot be used: what is wrong, and the remedy. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (String table : new TreeSet<>(OwnTables.COLUMNS.keySet())) {
            try {
                database.read(session -> fault(session, table)).ifPresent(faults::add);
            } catch (RuntimeException e) {
                if (FailureClassifier.isAway(e)) {
                    throw e;
                }
                CloseFailedException failure = FailureClassifier.classify(e);
                faults.add("The library's own table " + tables.prefix() + table
                        + " is missing, or lacks a column or rights: " + failure.getMessage() + "." + REMEDY);
            }
        }
        return faults;
    }

    private Optional<String> fault(Session session, String table) {
        List<String> columns = OwnTables.COLUMNS.getOrDefault(table, List.of());
        session.query(
                Sql.text("SELECT " + String.join(", ", columns) + " FROM " + tables.prefix() + table + " WHERE 1 = 0"),
                row -> true);
        try {
            return unsafe(session.connection(), tables.name() + table)
                    .map(what -> "The library's own table " + tables.prefix() + table + " has " + what + "." + REMEDY);
        } catch (SQLException e) {
            throw new DatabaseException("The catalog cannot be read", e);
        }
    }

    private Optional<String> unsafe(Connection connection, String name) throws SQLException {
        Dialect dialect = database.dialect();
        Optional<String> engine = dialect.engineWithoutTransactions(connection, tables.schema(), name);
        if (engine.isPresent()) {
            return Optional.of("the engine " + engine.get() + ", which knows no transactions");
        }
        return dialect.collationWithoutCase(connection, tables.schema(), name, "order_id")
                .map(collation ->
                        "the collation " + collation + " in order_id, to which ids that differ in case are one");
    }
}
