package io.github.ordertimeout.jdbc.catalog;

import java.sql.SQLException;
import java.util.List;

/** Reads one database product's own catalog: JDBC's metadata knows neither enum labels nor domains nor partial indexes. */
interface CatalogReader {
    /** Every table and view of this name, whatever its case, in whatever schema. */
    List<TableName> named(String name) throws SQLException;

    /** The names in the default schema. */
    List<String> names() throws SQLException;

    /** Everything about a table. */
    Table read(TableName table) throws SQLException;
}
