package io.github.ordertimeout.jdbc.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Many values as one parameter, in PostgreSQL's notation for arrays: a statement's text is then the same for every number of them,
 * so that driver and server know it again, and binds one value instead of a thousand.
 */
public final class ArrayText {
    private ArrayText() {}

    /** {@code {"a","b"}}, to be cast to an array type. */
    public static String of(List<String> elements) {
        StringBuilder out = new StringBuilder(elements.size() * 24 + 2).append('{');
        for (String element : elements) {
            if (out.length() > 1) {
                out.append(',');
            }
            out.append('"').append(escaped(element)).append('"');
        }
        return out.append('}').toString();
    }

    private static String escaped(String element) {
        return element.indexOf('"') < 0 && element.indexOf('\\') < 0
                ? element
                : element.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /**
     * The same as a parameter.
     *
     * @param type of the elements, as SQL: {@code bigint}
     */
    public static Bound bound(List<String> elements, String type) {
        String text = of(elements);
        return new Bound() {
            @Override
            public void bind(PreparedStatement statement, int position) throws SQLException {
                statement.setString(position, text);
            }

            @Override
            public String placeholder() {
                return "CAST(? AS " + type + "[])";
            }
        };
    }
}
