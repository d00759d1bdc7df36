package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.config.SetValue;
import io.github.ordertimeout.jdbc.catalog.CatalogFault;
import io.github.ordertimeout.jdbc.catalog.TypedColumn;
import io.github.ordertimeout.jdbc.catalog.ValueKind;
import io.github.ordertimeout.jdbc.sql.Sql;

/**
 * {@code COLUMN = VALUE} of an UPDATE.
 *
 * @param column the column
 * @param value what it is set to
 * @param clock how {@code :now} is written
 */
public record Assignment(TypedColumn column, SetValue value, RuleClock clock) {
    /**
     * An assignment that will work whenever it is made.
     *
     * @throws CatalogFault if the column cannot be set to that
     */
    public static Assignment checked(TypedColumn column, SetValue value, RuleClock clock) {
        if (column.generated()) {
            throw new CatalogFault("column " + column + " is computed by the database and cannot be set");
        }
        if (value instanceof SetValue.Literal literal) {
            column.canonical(literal.text());
        } else if (value instanceof SetValue.Now) {
            clock.now(column);
        } else if (value instanceof SetValue.Null && !column.nullable()) {
            throw new CatalogFault("column " + column + " takes no null");
        } else if ((value instanceof SetValue.Reason || value instanceof SetValue.RuleName)
                && column.type().kind() != ValueKind.TEXT
                && column.type().kind() != ValueKind.PADDED_TEXT) {
            throw new CatalogFault("column " + column + " holds no free text, as :reason and :rule are");
        } else if (value instanceof SetValue.Increment && !column.type().kind().isNumber()) {
            throw new CatalogFault("column " + column + " holds no number to increment");
        }
        return new Assignment(column, value, clock);
    }

    /** As it stands after SET. */
    public Sql sql(CloseMoment moment) {
        return column.sql().then(" = ").then(right(moment));
    }

    /**
     * Whether its right side reads the row. MySQL assigns from left to right and would let it see what was set before it, so
     * these come first.
     */
    public boolean readsRow() {
        return value instanceof SetValue.Expression || value instanceof SetValue.Increment;
    }

    private Sql right(CloseMoment moment) {
        if (value instanceof SetValue.Literal literal) {
            return Sql.value(column.bind(literal.text()));
        }
        if (value instanceof SetValue.Now) {
            return Sql.value(clock.now(column).moment(moment.now()));
        }
        if (value instanceof SetValue.Reason) {
            return Sql.value(column.bindCut(moment.reason()));
        }
        if (value instanceof SetValue.RuleName) {
            return Sql.value(column.bindCut(moment.rule()));
        }
        if (value instanceof SetValue.Increment) {
            return Sql.text("COALESCE(" + column.quoted() + ", 0) + 1");
        }
        if (value instanceof SetValue.Expression expression) {
            return Sql.text("(" + expression.sql() + "\n)");
        }
        return Sql.text("NULL");
    }
}
