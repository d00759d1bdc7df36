package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.Catalog;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.Faults;
import io.github.ordertimeout.jdbc.catalog.QueryColumns;
import io.github.ordertimeout.jdbc.catalog.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Finds the two tables that {@code inventory} names. */
final class TableFinder {
    private static final String QUERY = "sql:";

    private final Catalog catalog;
    private final Connection connection;
    private final Faults faults;

    TableFinder(Catalog catalog, Connection connection, Faults faults) {
        this.catalog = catalog;
        this.connection = connection;
        this.faults = faults;
    }

    /** The items: only read, so that a view or a query does too. */
    Optional<Table> items(String written) throws SQLException {
        if (written.startsWith(QUERY)) {
            return faults.attempt(
                    "item-table",
                    () -> QueryColumns.of(connection, "the query of item-table", written.substring(QUERY.length())));
        }
        return table("item-table", written);
    }

    /** The stock: its rows are locked and rolled back. */
    Optional<Table> stock(String written) throws SQLException {
        Optional<Table> table = table("stock-table", written);
        table.filter(found -> !found.notLockable().isEmpty())
                .ifPresent(found -> faults.add(
                        "stock-table",
                        "`" + found.canonicalName() + "` cannot be used: " + found.notLockable()
                                + ". Its rows must be locked and rolled back"));
        return table;
    }

    private Optional<Table> table(String key, String written) throws SQLException {
        try {
            return Optional.of(catalog.table(written));
        } catch (CatalogFault fault) {
            faults.add(key, fault.sentence());
            return Optional.empty();
        }
    }
}
