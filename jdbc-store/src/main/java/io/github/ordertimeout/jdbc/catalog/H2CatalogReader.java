package io.github.ordertimeout.jdbc.catalog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** H2's catalog. */
final class H2CatalogReader implements CatalogReader {
    private static final String TABLES =
            "SELECT table_schema, table_name, table_schema = SCHEMA() FROM information_schema.tables WHERE ";

    private static final String COLUMNS = """
            SELECT c.column_name, c.is_nullable = 'YES', c.is_generated = 'ALWAYS' OR c.identity_generation = 'ALWAYS',
                   c.data_type, COALESCE(c.character_maximum_length, 0), COALESCE(c.numeric_scale, 0),
                   COALESCE(c.datetime_precision, 0),
                   (SELECT ARRAY_AGG(e.value_name ORDER BY e.value_ordinal) FROM information_schema.enum_values e
                    WHERE e.object_schema = c.table_schema AND e.object_name = c.table_name
                      AND e.object_type = 'TABLE' AND e.enum_identifier = c.dtd_identifier),
                   c.numeric_precision
            FROM information_schema.columns c WHERE c.table_schema = ? AND c.table_name = ? ORDER BY c.ordinal_position
            """;

    private static final String UNIQUE = """
            SELECT i.index_name, i.index_type_name = 'PRIMARY KEY', c.column_name
            FROM information_schema.indexes i JOIN information_schema.index_columns c
              ON c.index_schema = i.index_schema AND c.index_name = i.index_name
            WHERE i.table_schema = ? AND i.table_name = ? AND c.is_unique
            ORDER BY 2 DESC, 1, c.ordinal_position
            """;

    private static final String KIND =
            "SELECT table_type FROM information_schema.tables WHERE table_schema = ? AND table_name = ?";

    private final Connection connection;

    H2CatalogReader(Connection connection) {
        this.connection = connection;
    }

    @Override
    public List<TableName> named(String name) throws SQLException {
        return Rows.of(
                connection,
                TABLES + "LOWER(table_name) = LOWER(?) ORDER BY 3 DESC, 1, 2",
                row -> new TableName(row.getString(1), row.getString(2), row.getBoolean(3), '"'),
                name);
    }

    @Override
    public List<String> names() throws SQLException {
        return Rows.of(connection, TABLES + "table_schema = SCHEMA() ORDER BY 2", row -> row.getString(2));
    }

    @Override
    public Table read(TableName table) throws SQLException {
        var unique = Rows.of(
                connection,
                UNIQUE,
                row -> new Rows.IndexColumn(row.getString(1), row.getBoolean(2), row.getString(3)),
                table.schema(),
                table.name());
        String kind = Rows.of(connection, KIND, row -> row.getString(1), table.schema(), table.name())
                .get(0);
        return new Table(
                table.canonical(),
                table.schema(),
                table.quoted(),
                Rows.of(connection, COLUMNS, H2CatalogReader::column, table.schema(), table.name()),
                Rows.uniqueKeys(unique),
                kind.contains("TABLE") ? "" : "it is a view");
    }

    private static TypedColumn column(ResultSet row) throws SQLException {
        String name = row.getString(1);
        return new TypedColumn(name, TableName.quote(name, '"'), H2Types.of(row), row.getBoolean(2), row.getBoolean(3));
    }
}
