package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.time.TimeColumnSql;
import io.github.ordertimeout.order.OrderKey;
import io.github.ordertimeout.order.OrderSnapshot;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The select list of an order on alias {@code o}, and the way back from a row. */
public final class OrderSelect {
    private static final int ID = 1;
    private static final int NUMBER = 2;
    private static final int STATUS = 3;
    private static final int CREATED = 4;
    private static final int DUE = 5;
    private static final int TERM = 6;
    private static final int SIGN = 7;
    private static final int FURTHER = 8;

    private final RuleMapping mapping;
    private final OrderColumns columns;
    private final DeadlineSql deadline;
    private final List<TypedColumn> signs;

    /** For orders of this rule. */
    public OrderSelect(RuleMapping mapping) {
        this.mapping = mapping;
        this.columns = mapping.columns();
        this.deadline = mapping.deadline();
        this.signs = mapping.selection().signColumns();
    }

    /**
     * The select list.
     *
     * @param sign which sign of a payment the row shows, as {@link SelectionSql#sign} tells; 0 for none
     */
    public Sql list(Sql sign) {
        List<Sql> list = new ArrayList<>();
        list.add(columns.id().of("o"));
        list.add(columns.number().map(column -> column.of("o")).orElse(Sql.text("NULL")));
        list.add(mapping.status().column().of("o"));
        list.add(select(deadline.created()));
        list.add(select(deadline.due()));
        list.add(deadline.term());
        list.add(sign);
        columns.further().values().forEach(column -> list.add(column.of("o")));
        signs.forEach(column -> list.add(column.of("o")));
        return Sql.join(", ", list);
    }

    /** How many columns the list has: what a statement selects beside it starts one further. */
    public int size() {
        return FURTHER - 1 + columns.further().size() + signs.size();
    }

    /** The order of a row whose columns start with the list. */
    public OrderRow read(ResultSet row) throws SQLException {
        Optional<TimeColumnSql.Reading> created = read(deadline.created(), row, CREATED);
        Optional<TimeColumnSql.Reading> due = read(deadline.due(), row, DUE);
        int term = row.getInt(TERM);
        Optional<Instant> createdAt = created.map(TimeColumnSql.Reading::instant);
        Optional<Instant> dueAt = deadline.dueAt(due.map(TimeColumnSql.Reading::instant), createdAt, term);
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        Map<String, @Nullable String> texts = new LinkedHashMap<>();
        int index = FURTHER;
        for (Map.Entry<String, TypedColumn> column : columns.further().entrySet()) {
            values.put(column.getKey(), row.getObject(index));
            texts.put(column.getKey(), column.getValue().canonicalText(row, index));
            index++;
        }
        List<@Nullable String> signValues = new ArrayList<>();
        for (TypedColumn column : signs) {
            signValues.add(column.canonicalText(row, index++));
        }
        int sign = row.getInt(SIGN);
        OrderSnapshot order = new OrderSnapshot(
                new OrderKey(
                        mapping.source(), Objects.requireNonNull(columns.id().canonicalText(row, ID))),
                number(row),
                Objects.requireNonNullElse(mapping.status().column().canonicalText(row, STATUS), "null"),
                createdAt,
                dueAt,
                dueAt.map(instant -> instant.plus(deadline.grace())),
                sign > 0,
                values,
                mapping.selection().said(sign, signValues));
        return new OrderRow(order, texts, created, due, term);
    }

    private Optional<String> number(ResultSet row) throws SQLException {
        return columns.number().isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(columns.number().get().canonicalText(row, NUMBER));
    }

    private static Sql select(Optional<TimeColumnSql> column) {
        return column.map(time -> time.select("o")).orElse(Sql.text("NULL"));
    }

    private static Optional<TimeColumnSql.Reading> read(Optional<TimeColumnSql> column, ResultSet row, int index)
            throws SQLException {
        return column.isEmpty() ? Optional.empty() : column.get().reading(row, index);
    }
}
