package io.github.ordertimeout.jdbc.sql;

import java.util.ArrayList;
import java.util.List;

/** A column of the library's own tables against many texts. */
public final class InLists {
    private InLists() {}

    /**
     * {@code column IN (…)}, where need be as several lists: in parentheses.
     *
     * @param texts at least one
     * @param largest how many values the server takes for a list of keys
     */
    public static Sql of(String column, List<String> texts, int largest) {
        List<Sql> lists = new ArrayList<>();
        for (int start = 0; start < texts.size(); start += largest) {
            List<Sql> values = texts.subList(start, Math.min(texts.size(), start + largest)).stream()
                    .map(text -> Sql.value(Bound.text(text)))
                    .toList();
            lists.add(Sql.text(column + " IN ").then(Sql.join(", ", values).inParentheses()));
        }
        return Sql.or(lists).inParentheses();
    }
}
