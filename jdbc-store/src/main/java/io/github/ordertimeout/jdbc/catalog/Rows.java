package io.github.ordertimeout.jdbc.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Runs one catalog query. */
final class Rows {
    private Rows() {}

    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    static <T> List<T> of(Connection connection, String sql, Reader<T> reader, String... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                List<T> all = new ArrayList<>();
                while (rows.next()) {
                    all.add(reader.read(rows));
                }
                return all;
            }
        }
    }

    /** A column of an index. */
    record IndexColumn(String index, boolean primary, String column) {}

    static List<Table.UniqueKey> uniqueKeys(List<IndexColumn> columns) {
        return columns.stream()
                .collect(Collectors.groupingBy(IndexColumn::index, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(index -> new Table.UniqueKey(
                        index.get(0).index(),
                        index.get(0).primary(),
                        index.stream().map(IndexColumn::column).toList()))
                .toList();
    }
}
