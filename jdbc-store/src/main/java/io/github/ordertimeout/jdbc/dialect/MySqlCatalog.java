package io.github.ordertimeout.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** What MariaDB and MySQL allow in a table that would be unsafe for us. */
final class MySqlCatalog {
    private static final String ENGINE = "SELECT t.engine FROM information_schema.tables t"
            + " JOIN information_schema.engines e ON e.engine = t.engine"
            + " WHERE t.table_schema = COALESCE(?, DATABASE()) AND t.table_name = ?"
            + " AND COALESCE(e.transactions, 'NO') <> 'YES'";

    /** Binary collations end in _bin, case-sensitive ones in _cs or _as_cs. */
    private static final String COLLATION = "SELECT c.collation_name FROM information_schema.columns c"
            + " WHERE c.table_schema = COALESCE(?, DATABASE()) AND c.table_name = ? AND c.column_name = ?"
            + " AND c.collation_name NOT LIKE '%bin' AND c.collation_name NOT LIKE '%cs'";

    private MySqlCatalog() {}

    static Optional<String> engineWithoutTransactions(Connection connection, Optional<String> schema, String table)
            throws SQLException {
        return first(connection, ENGINE, schema, table);
    }

    static Optional<String> collationWithoutCase(
            Connection connection, Optional<String> schema, String table, String column) throws SQLException {
        return first(connection, COLLATION, schema, table, column);
    }

    private static Optional<String> first(
            Connection connection, String query, Optional<String> schema, String... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, schema.orElse(null));
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 2, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        }
    }
}
