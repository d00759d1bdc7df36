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

    /**
     * A condition for an UPDATE or a DELETE on PostgreSQL: the rows that are found key by key.
     *
     * @param place what tells a row: its only key, or {@code ctid}
     * @param keys as rows
     * @param conditions of one row per key at most; names {@link #KEY}
     */
    public static Sql places(String place, String table, Sql keys, Sql conditions) {
        return Sql.text(place + " = ANY(ARRAY(SELECT (SELECT " + place + " FROM " + table + " WHERE ")
                .then(conditions)
                .then(") FROM ")
                .then(keys)
                .then(" k(id)))");
    }

    /**
     * What stands after FROM on PostgreSQL: each row that a query finds for a key, as {@code c}.
     *
     * @param query names {@link #KEY}; planned by itself
     */
    public static Sql rows(Sql keys, Sql query) {
        return keys.then(" k(id) CROSS JOIN LATERAL ")
                .then(query.then(" OFFSET 0").inParentheses())
                .then(" c");
    }
}
