package io.github.ordertimeout.jdbc.release;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The columns of a {@link Key} as SQL. */
record KeySql(String alias, List<TypedColumn> columns) {
    KeySql {
        columns = List.copyOf(columns);
    }

    /** The columns, to select or to order by. */
    Sql list() {
        return Sql.join(", ", columns.stream().map(this::name).toList());
    }

    private Sql name(TypedColumn column) {
        return alias.isEmpty() ? column.sql() : column.of(alias);
    }

    /** Equal to one of the keys; a list of values, or of row values, is a range of the index on every database. */
    Sql in(Collection<Key> keys) {
        if (columns.size() == 1 && !keys.isEmpty()) {
            return columns.get(0)
                    .among(list(), keys.stream().map(key -> key.values().get(0)).toList());
        }
        Sql left = columns.size() == 1 ? list() : list().inParentheses();
        return left.then(" IN ")
                .then(Sql.join(", ", keys.stream().map(this::values).toList()).inParentheses());
    }

    /** Equal to this key. */
    Sql equal(Key key) {
        List<Sql> equal = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            TypedColumn column = columns.get(i);
            equal.add(name(column).then(" = ").then(column.bind(key.values().get(i))));
        }
        return Sql.join(" AND ", equal);
    }

    /** Whether {@link #in} sends one array, however many keys there are. */
    boolean asArray() {
        return columns.size() == 1 && columns.get(0).listsAnyNumber();
    }

    private Sql values(Key key) {
        List<Sql> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            values.add(Sql.value(columns.get(i).bind(key.values().get(i))));
        }
        return columns.size() == 1 ? values.get(0) : Sql.join(", ", values).inParentheses();
    }

    /**
     * One order for all nodes, so that those who lock more rows than fit one statement do not cross each other. Within a
     * statement the database's own order holds.
     */
    List<Key> inOrder(Collection<Key> keys) {
        return keys.stream().map(this::ordered).sorted().map(Ordered::key).toList();
    }

    private Ordered ordered(Key key) {
        List<Object> values = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            String text = key.values().get(i);
            values.add(columns.get(i).type().kind().isNumber() ? new BigDecimal(text) : text);
        }
        return new Ordered(key, values);
    }

    /** A key beside the values that it is ordered by, which are made once and not for each comparison. */
    private record Ordered(Key key, List<Object> values) implements Comparable<Ordered> {
        @Override
        public int compareTo(Ordered other) {
            for (int i = 0; i < values.size(); i++) {
                int order = compare(values.get(i), other.values.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }

        private static int compare(Object one, Object other) {
            return one instanceof BigDecimal number
                    ? number.compareTo((BigDecimal) other)
                    : ((String) one).compareTo((String) other);
        }
    }
}
