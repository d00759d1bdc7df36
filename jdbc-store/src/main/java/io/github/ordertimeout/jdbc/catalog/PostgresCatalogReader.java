package io.github.ordertimeout.jdbc.catalog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** PostgreSQL's catalog: domains down to their base type, enum labels, unique indexes that cover every row. */
final class PostgresCatalogReader implements CatalogReader {
    private static final String TABLES = """
            SELECT n.nspname, c.relname, pg_table_is_visible(c.oid)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
            """;

    private static final String COLUMNS = """
            WITH RECURSIVE typed AS (
              SELECT a.attnum, a.attname, a.attnotnull, a.attgenerated <> '' OR a.attidentity = 'a' AS generated,
                     format_type(a.atttypid, a.atttypmod) AS declared, a.atttypid AS typid, a.atttypmod AS typmod
              FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped
              UNION ALL
              SELECT d.attnum, d.attname, d.attnotnull OR t.typnotnull, d.generated, d.declared, t.typbasetype,
                     CASE WHEN t.typtypmod >= 0 THEN t.typtypmod ELSE d.typmod END
              FROM typed d JOIN pg_type t ON t.oid = d.typid AND t.typtype = 'd'
            )
            SELECT b.attname, NOT b.attnotnull, b.generated, b.declared, t.typname, t.typtype = 'e', b.typmod,
                   format_type(b.typid, b.typmod), format_type(b.typid, NULL),
                   (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = b.typid)
            FROM typed b JOIN pg_type t ON t.oid = b.typid AND t.typtype <> 'd'
            ORDER BY b.attnum
            """;

    /** Without partial and expression indexes: what they keep apart may still exist twice. */
    private static final String UNIQUE = """
            SELECT ic.relname, i.indisprimary, a.attname
            FROM pg_index i
            JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_class ic ON ic.oid = i.indexrelid
            JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place) ON k.place <= i.indnkeyatts
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
            WHERE n.nspname = ? AND c.relname = ? AND i.indisunique AND i.indisvalid
              AND i.indpred IS NULL AND i.indexprs IS NULL
            ORDER BY i.indisprimary DESC, ic.relname, k.place
            """;

    private static final String KIND = """
            SELECT c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND c.relname = ?
            """;

    private final Connection connection;

    PostgresCatalogReader(Connection connection) {
        this.connection = connection;
    }

    @Override
    public List<TableName> named(String name) throws SQLException {
        return Rows.of(
                connection,
                TABLES + " AND lower(c.relname) = lower(?) ORDER BY 3 DESC, 1, 2",
                row -> new TableName(row.getString(1), row.getString(2), row.getBoolean(3), '"'),
                name);
    }

    @Override
    public List<String> names() throws SQLException {
        return Rows.of(
                connection,
                TABLES
                        + " AND pg_table_is_visible(c.oid) AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 2",
                row -> row.getString(2));
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
                Rows.of(connection, COLUMNS, PostgresCatalogReader::column, table.schema(), table.name()),
                Rows.uniqueKeys(unique),
                switch (kind) {
                    case "r", "p" -> "";
                    case "f" -> "it is a foreign table";
                    default -> "it is a view";
                });
    }

    private static TypedColumn column(ResultSet row) throws SQLException {
        String name = row.getString(1);
        return new TypedColumn(
                name, TableName.quote(name, '"'), PostgresTypes.of(row), row.getBoolean(2), row.getBoolean(3));
    }
}
