package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Conditions as 1 and 0: never null, so that they can be negated, and the same on databases with and without booleans. */
public final class Flag {
    private Flag() {}

    /** 1 where the condition holds, 0 where it does not or is null. */
    public static Sql of(Sql condition) {
        return Sql.text("CASE WHEN ").then(condition).then(" THEN 1 ELSE 0 END");
    }

    /** True where the condition does not hold or is null. */
    public static Sql not(Sql condition) {
        return of(condition).then(" = 0");
    }

    /** Reads a flag. */
    public static boolean read(ResultSet row, int index) throws SQLException {
        return row.getInt(index) == 1;
    }

    /** The outcome of the first condition that holds; a null condition does not. */
    static Sql firstOf(List<Sql> conditions, List<Sql> outcomes, Sql otherwise) {
        if (conditions.isEmpty()) {
            return otherwise;
        }
        Sql cases = Sql.text("CASE");
        for (int i = 0; i < conditions.size(); i++) {
            cases = cases.then(" WHEN ").then(conditions.get(i)).then(" THEN ").then(outcomes.get(i));
        }
        return cases.then(" ELSE ").then(otherwise).then(" END");
    }
}
