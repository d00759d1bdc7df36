package io.github.ordertimeout.jdbc.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Many values as one parameter, for drivers that take an array as it is: H2's.
 *
 * @param all not changed any more
 * @param type of the elements, as SQL: {@code BIGINT}
 */
public record JdbcArray(Object[] all, String type) implements Bound {
    @Override
    public void bind(PreparedStatement statement, int position) throws SQLException {
        statement.setObject(position, all);
    }

    @Override
    public String placeholder() {
        return "CAST(? AS " + type + " ARRAY)";
    }
}
