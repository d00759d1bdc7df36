package io.github.ordertimeout.jdbc.sql;

/** Many keys in tables of the library's own, each looked up by itself, whatever the planner thinks of the tables. */
public final class KeyByKey {
    /** The key that is looked up, for the queries. */
    public static final String KEY = "k.id";

    private KeyByKey() {}

    /**
     * Each key with what two queries find for it; keys for which neither finds anything are left out.
     *
     * @param keys as rows
     * @param first of one column and at most one row; names {@link #KEY}
     * @param second likewise
     */
    public static Sql values(Sql keys, Sql first, Sql second) {
        return Sql.text("SELECT f.id, f.one, f.two FROM (SELECT " + KEY + ", ")
                .then(first.inParentheses())
                .then(" AS one, ")
                .then(second.inParentheses())
                .then(" AS two FROM ")
                .then(keys)
                .then(" k(id)) f WHERE f.one IS NOT NULL OR f.two IS NOT NULL");
    }

    /**
     * The keys for which a query finds something, with what it finds.
     *
     * @param query of one column and at most one row; names {@link #KEY}
     */
    public static Sql value(Sql keys, Sql query) {
        return values(keys, query, Sql.text("SELECT NULL"));
    }
}
