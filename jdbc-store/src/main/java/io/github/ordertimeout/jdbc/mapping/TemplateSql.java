package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.SqlTemplate;
import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;

/** Trusted SQL with its parameters bound. */
public final class TemplateSql {
    private TemplateSql() {}

    /** Gives each parameter its value. */
    public interface Parameters {
        /** The value of a named parameter. */
        Bound named(SqlTemplate.Name name);

        /** The value of {@code :column.NAME}. */
        Bound column(String name);
    }

    /** The template with these values. */
    public static Sql of(SqlTemplate template, Parameters parameters) {
        Sql sql = Sql.EMPTY;
        for (SqlTemplate.Part part : template.parts()) {
            if (part instanceof SqlTemplate.Text text) {
                sql = sql.then(text.sql());
            } else if (part instanceof SqlTemplate.Parameter parameter) {
                sql = sql.then(parameters.named(parameter.name()));
            } else if (part instanceof SqlTemplate.ColumnParameter column) {
                sql = sql.then(parameters.column(column.column()));
            }
        }
        return sql;
    }

    /** The template with null for every parameter: enough to have it explained. */
    public static String withNulls(SqlTemplate template) {
        StringBuilder sql = new StringBuilder();
        for (SqlTemplate.Part part : template.parts()) {
            sql.append(part instanceof SqlTemplate.Text text ? text.sql() : "NULL");
        }
        return sql.toString();
    }

    /** A trusted condition, closed in such a way that a comment at its end swallows nothing. */
    static Sql condition(SqlTemplate template, Parameters parameters) {
        return Sql.text("(").then(of(template, parameters)).then("\n)");
    }
}
