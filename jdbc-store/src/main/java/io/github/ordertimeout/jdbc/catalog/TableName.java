package io.github.ordertimeout.jdbc.catalog;

/**
 * A table that exists.
 *
 * @param schema its schema; on MySQL and MariaDB the database
 * @param name its name as the catalog spells it
 * @param inDefaultSchema whether its name alone means this table on a connection of ours
 * @param quote the quote character of identifiers
 */
record TableName(String schema, String name, boolean inDefaultSchema, char quote) {
    /** The name that identifies it: qualified only where the name alone would mean another table or none. */
    String canonical() {
        return inDefaultSchema ? name : schema + "." + name;
    }

    /** As SQL text. Unqualified where possible: sharding proxies route by the bare name. */
    String quoted() {
        return inDefaultSchema ? quote(name, quote) : quote(schema, quote) + "." + quote(name, quote);
    }

    static String quote(String identifier, char quote) {
        return quote + identifier.replace(String.valueOf(quote), String.valueOf(quote) + quote) + quote;
    }
}
