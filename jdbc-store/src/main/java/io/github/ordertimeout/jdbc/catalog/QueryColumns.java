package io.github.ordertimeout.jdbc.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Describes a trusted query as if it were a table, so that its columns are checked and bound like a table's. */
public final class QueryColumns {
    private QueryColumns() {}

    /**
     * Runs the query for no rows.
     *
     * @param name what people call it
     * @throws CatalogFault if it does not run
     */
    public static Table of(Connection connection, String name, String query) {
        // The line break ends a comment that the query may end with.
        String derived = "(" + query + "\n)";
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + derived + " q WHERE 1 = 0");
                ResultSet none = statement.executeQuery()) {
            String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
            return new Table(name, "", derived, columns(none.getMetaData(), product), List.of(), "it is a query");
        } catch (SQLException e) {
            throw new CatalogFault("the query does not run: " + e.getMessage());
        }
    }

    private static List<TypedColumn> columns(ResultSetMetaData data, String product) throws SQLException {
        boolean mysql = product.contains("mysql") || product.contains("mariadb");
        List<TypedColumn> columns = new ArrayList<>();
        for (int i = 1; i <= data.getColumnCount(); i++) {
            String name = data.getColumnLabel(i);
            ColumnType type =
                    mysql ? QueryTypes.mysql(data, i) : QueryTypes.standard(data, i, product.contains("postgres"));
            columns.add(new TypedColumn(name, TableName.quote(name, mysql ? '`' : '"'), type, true, true));
        }
        return columns;
    }
}
