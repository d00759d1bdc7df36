package io.github.ordertimeout.jdbc.sql;

import java.util.List;

/** Many keys in a table of the library's own, each looked up by itself. */
public final class KeyByKey {
    private KeyByKey() {}

    /**
     * What stands after FROM: the keys as {@code k.id}, and as {@code c} what the query finds for each of them.
     *
     * @param texts at least one
     * @param query names {@code k.id}; it has an aggregate, a LIMIT or an OFFSET, without which PostgreSQL takes it for a plain
     *     join and plans it by the statistics it lacks
     */
    public static Sql from(List<String> texts, Sql query) {
        List<Sql> keys = texts.stream()
                .map(text -> Sql.value(Bound.text(text)).inParentheses())
                .toList();
        return Sql.text("(VALUES ")
                .then(Sql.join(", ", keys))
                .then(") k(id) CROSS JOIN LATERAL ")
                .then(query.inParentheses())
                .then(" c");
    }
}
