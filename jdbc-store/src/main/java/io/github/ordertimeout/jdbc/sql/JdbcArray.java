package io.github.ordertimeout.jdbc.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Many values as one parameter, for drivers that take an array as it is: H2's.
 *
 * @param all not changed any more
 * @param placeholder what stands in the statement for it
 */
public record JdbcArray(Object[] all, String placeholder) implements Bound {
    /** To be unnested, which wants a type. */
    public static JdbcArray ofTexts(List<String> texts) {
        return new JdbcArray(texts.toArray(), "CAST(? AS VARCHAR ARRAY)");
    }

    /** To be unnested, which wants a type. */
    public static JdbcArray ofLongs(Long[] numbers) {
        return new JdbcArray(numbers, "CAST(? AS BIGINT ARRAY)");
    }

    /** Whole numbers to be compared with a column of any such type, each looked up in its index. */
    public static JdbcArray ofNumbers(List<String> canonical) {
        return new JdbcArray(canonical.stream().map(Long::valueOf).toArray(), "?");
    }

    @Override
    public void bind(PreparedStatement statement, int position) throws SQLException {
        statement.setObject(position, all);
    }
}
