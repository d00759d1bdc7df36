package io.github.ordertimeout.jdbc.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** The database's catalog, read over one connection. Not thread-safe; the tables it yields are immutable. */
public final class Catalog {
    private final CatalogReader reader;

    private Catalog(CatalogReader reader) {
        this.reader = reader;
    }

    /** Reads over this connection, which stays the caller's. */
    public static Catalog over(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        if (product.contains("postgres")) {
            return new Catalog(new PostgresCatalogReader(connection));
        }
        if (product.contains("mysql") || product.contains("mariadb")) {
            return new Catalog(new MysqlCatalogReader(connection));
        }
        if (product.contains("h2")) {
            return new Catalog(new H2CatalogReader(connection));
        }
        throw new CatalogFault("database `" + product + "` is not supported; PostgreSQL, MySQL, MariaDB and H2 are");
    }

    /**
     * The table of this name: exactly so spelt in the default schema, else there in another case where only one is; with a
     * schema, in that one.
     *
     * @throws CatalogFault if there is none or more than one
     */
    public Table table(String written) throws SQLException {
        List<String> parts = WrittenName.parts(written.strip());
        String name = parts.get(parts.size() - 1);
        List<TableName> named = reader.named(name);
        List<TableName> there = parts.size() == 1
                ? named.stream().filter(TableName::inDefaultSchema).toList()
                : narrow(named, parts.get(parts.size() - 2));
        List<TableName> exact =
                there.stream().filter(table -> table.name().equals(name)).toList();
        List<TableName> found = exact.isEmpty() ? there : exact;
        if (found.size() == 1) {
            return reader.read(found.get(0));
        }
        if (found.size() > 1) {
            throw new CatalogFault("table `" + written + "` may mean "
                    + String.join(
                            " or ", found.stream().map(TableName::canonical).toList())
                    + "; write it in its own case");
        }
        throw new CatalogFault("no table `" + written + "`"
                + (named.isEmpty()
                        ? Nearest.hint(name, reader.names())
                        : "; did you mean `" + named.get(0).canonical() + "`?"));
    }

    private static List<TableName> narrow(List<TableName> tables, String schema) {
        List<TableName> exact =
                tables.stream().filter(t -> t.schema().equals(schema)).toList();
        return exact.isEmpty()
                ? tables.stream()
                        .filter(t -> t.schema().equalsIgnoreCase(schema))
                        .toList()
                : exact;
    }
}
