package io.github.ordertimeout.jdbc.catalog;

import io.github.ordertimeout.jdbc.sql.Sql;
import java.util.List;
import java.util.Optional;

/**
 * A table that exists, as the catalog describes it.
 *
 * @param canonicalName its name as the catalog spells it; qualified only outside the connection's default schema
 * @param schema its schema; on MySQL and MariaDB the database
 * @param quoted its name for SQL text
 * @param columns in the table's order
 * @param uniqueKeys every unique index that covers all rows, the primary key first
 * @param notLockable why its rows cannot be locked and rolled back ("it is a view"); empty where they can
 */
public record Table(
        String canonicalName,
        String schema,
        String quoted,
        List<TypedColumn> columns,
        List<UniqueKey> uniqueKeys,
        String notLockable) {
    /**
     * An index that keeps rows apart.
     *
     * @param name the index's name
     * @param primary whether it is the primary key
     * @param columns the names of its columns, in the index's order
     */
    public record UniqueKey(String name, boolean primary, List<String> columns) {
        /** Copies the list. */
        public UniqueKey {
            columns = List.copyOf(columns);
        }
    }

    /** Copies the lists. */
    public Table {
        columns = List.copyOf(columns);
        uniqueKeys = List.copyOf(uniqueKeys);
    }

    /** The primary key; empty where there is none. */
    public Optional<UniqueKey> primaryKey() {
        return uniqueKeys.stream().filter(UniqueKey::primary).findFirst();
    }

    /**
     * The column of this name: exactly so spelt, else in another case where only one is.
     *
     * @throws CatalogFault if there is none
     */
    public TypedColumn column(String written) {
        List<String> parts = WrittenName.parts(written.strip());
        String name = parts.size() == 1 ? parts.get(0) : written.strip();
        for (TypedColumn column : columns) {
            if (column.name().equals(name)) {
                return column;
            }
        }
        List<TypedColumn> alike =
                columns.stream().filter(c -> c.name().equalsIgnoreCase(name)).toList();
        if (alike.size() == 1) {
            return alike.get(0);
        }
        throw new CatalogFault(
                alike.isEmpty()
                        ? "no column `" + name + "` in `" + canonicalName + "`"
                                + Nearest.hint(
                                        name,
                                        columns.stream().map(TypedColumn::name).toList())
                        : "column `" + name + "` of `" + canonicalName + "` may mean "
                                + String.join(
                                        " or ",
                                        alike.stream().map(TypedColumn::name).toList())
                                + "; write it in its own case");
    }

    /** The table as SQL text. */
    public Sql sql() {
        return Sql.text(quoted);
    }
}
