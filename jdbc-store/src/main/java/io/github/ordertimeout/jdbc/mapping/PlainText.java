package io.github.ordertimeout.jdbc.mapping;

import io.github.ordertimeout.jdbc.sql.Bound;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Text that is bound into trusted SQL, where no column tells a type. */
record PlainText(String text) implements Bound {
    @Override
    public void bind(PreparedStatement statement, int position) throws SQLException {
        statement.setString(position, text);
    }
}
