package io.github.ordertimeout.jdbc.catalog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The catalog of MySQL and MariaDB, where a schema is a database. */
final class MysqlCatalogReader implements CatalogReader {
    private static final String TABLES =
            "SELECT table_schema, table_name, table_schema = DATABASE() FROM information_schema.tables WHERE ";

    private static final String COLUMNS = """
            SELECT column_name, is_nullable = 'YES', extra LIKE '%GENERATED%' AND extra NOT LIKE '%DEFAULT_GENERATED%',
                   column_type, data_type, character_maximum_length, numeric_precision, datetime_precision, collation_name
            FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position
            """;

    /** An index over an expression has parts without a column name. A unique prefix makes the whole column unique too. */
    private static final String UNIQUE = """
            SELECT index_name, index_name = 'PRIMARY', column_name FROM information_schema.statistics
            WHERE table_schema = ? AND table_name = ? AND non_unique = 0 AND index_name NOT IN (
              SELECT x.index_name FROM information_schema.statistics x
              WHERE x.table_schema = ? AND x.table_name = ? AND x.column_name IS NULL)
            ORDER BY 2 DESC, index_name, seq_in_index
            """;

    private static final String ENGINE = """
            SELECT t.table_type, t.engine, e.transactions
            FROM information_schema.tables t LEFT JOIN information_schema.engines e ON e.engine = t.engine
            WHERE t.table_schema = ? AND t.table_name = ?
            """;

    private final Connection connection;

    MysqlCatalogReader(Connection connection) {
        this.connection = connection;
    }

    @Override
    public List<TableName> named(String name) throws SQLException {
        return Rows.of(
                connection,
                TABLES + "LOWER(table_name) = LOWER(?) ORDER BY 3 DESC, 1, 2",
                row -> new TableName(row.getString(1), row.getString(2), row.getBoolean(3), '`'),
                name);
    }

    @Override
    public List<String> names() throws SQLException {
        return Rows.of(connection, TABLES + "table_schema = DATABASE() ORDER BY 2", row -> row.getString(2));
    }

    @Override
    public Table read(TableName table) throws SQLException {
        var unique = Rows.of(
                connection,
                UNIQUE,
                row -> new Rows.IndexColumn(row.getString(1), row.getBoolean(2), row.getString(3)),
                table.schema(),
                table.name(),
                table.schema(),
                table.name());
        return new Table(
                table.canonical(),
                table.schema(),
                table.quoted(),
                Rows.of(connection, COLUMNS, MysqlCatalogReader::column, table.schema(), table.name()),
                Rows.uniqueKeys(unique),
                Rows.of(connection, ENGINE, MysqlCatalogReader::notLockable, table.schema(), table.name())
                        .get(0));
    }

    private static TypedColumn column(ResultSet row) throws SQLException {
        String name = row.getString(1);
        return new TypedColumn(
                name, TableName.quote(name, '`'), MysqlTypes.of(row), row.getBoolean(2), row.getBoolean(3));
    }

    private static String notLockable(ResultSet row) throws SQLException {
        if (!"BASE TABLE".equalsIgnoreCase(row.getString(1))) {
            return "it is a " + row.getString(1).toLowerCase(java.util.Locale.ROOT);
        }
        return "YES".equalsIgnoreCase(row.getString(3))
                ? ""
                : "its engine " + row.getString(2) + " has no transactions; ALTER TABLE … ENGINE=InnoDB makes it safe";
    }
}
