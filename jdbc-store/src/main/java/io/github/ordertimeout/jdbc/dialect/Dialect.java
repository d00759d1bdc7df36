package io.github.ordertimeout.jdbc.dialect;

import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One database's way of saying what all of them can do. Immutable. */
public interface Dialect {
    /** Asks the server behind this connection what it is. */
    static Dialect of(Connection connection) throws SQLException {
        return DialectDetection.of(connection);
    }

    /**
     * The dialect with that name, for a server that has all its features.
     *
     * @param name {@code postgresql}, {@code mariadb}, {@code mysql} or {@code h2}
     * @throws IllegalArgumentException if there is none; the message names those there are
     */
    static Dialect named(String name) {
        return DialectDetection.named(name);
    }

    /** Its name in lower case; also the directory of its schema scripts. */
    String name();

    /** Whether a locking read can leave out rows that somebody else holds. */
    boolean skipLocked();

    /** The same without {@link #skipLocked}: as an older server would be spoken to. */
    Dialect withoutSkipLocked();

    /** The identifier in quotes, whatever it holds. */
    String quote(String identifier);

    /** A name of several parts, each quoted: {@code "shop"."order"}. */
    default String quote(List<String> parts) {
        return parts.stream().map(this::quote).collect(Collectors.joining("."));
    }

    /** What ends a SELECT that locks the rows of this alias, leaving out locked ones where {@link #skipLocked}. */
    String forUpdate(String alias);

    /** What ends a SELECT that locks the rows of this alias and waits for those that somebody else holds. */
    String forUpdateWaiting(String alias);

    /**
     * The same for rows that others may go on to refer to by foreign keys while we change their quantities: on PostgreSQL a
     * plain FOR UPDATE waits for every open insert of a row that refers to them.
     */
    default String forQuantityUpdate(String alias) {
        return forUpdateWaiting(alias);
    }

    /** {@link #forQuantityUpdate}, without waiting: locked rows are left out, where the server can do so. */
    default String forQuantityUpdateOfFree(String alias) {
        return forUpdate(alias);
    }

    /** What stands after a table's alias so that rows are reached, and locked, by primary key only; may be empty. */
    default String forcePrimaryKey() {
        return "";
    }

    /** What stands after a table's alias so that this index is used; empty where that cannot be said. */
    default String forceIndex(String index) {
        return "";
    }

    /**
     * How a DELETE begins whose rows are reached, and locked, by this index only, up to its WHERE; without the index where that cannot
     * be said.
     *
     * @param table as it stands in statements
     */
    default String deleteBy(String table, String index) {
        return "DELETE FROM " + table;
    }

    /** How many values an IN list may hold before the server treats it as something else than a list of keys. */
    int largestInList();

    /**
     * These texts as rows, to stand after FROM; empty where a list of keys is a range of an index that begins with another column,
     * so that nothing better is needed. Elsewhere such a list is looked up key by key, by {@link
     * io.github.ordertimeout.jdbc.sql.KeyByKey}.
     */
    default Optional<Sql> asRows(List<String> texts) {
        return Optional.empty();
    }

    /**
     * Whether a comparison of rows, {@code (a, b) > (?, ?)}, begins at its place in an index. MariaDB takes it for a filter;
     * PostgreSQL takes for a filter what says the same with OR, and reads every row of a long tie once more for each page.
     */
    default boolean seeksRows() {
        return false;
    }

    /**
     * A value written into the statement itself, where an index may hold only rows of this value: a plan that serves every value
     * cannot use such an index. Empty where the dialect knows no such index, or where the text is not to be trusted in a literal.
     */
    default Optional<Sql> partialIndexLiteral(String canonicalText) {
        return Optional.empty();
    }

    /**
     * True for the rows whose id's hash falls to one of so many shards: a condition on nothing but the id, which the index that
     * serves the scan holds too. Remainders of the ids themselves would not do: many generators leave their low digits alike.
     *
     * @param id the id's column as it stands in the statement
     * @param bytes whether it holds bytes
     * @param shard from 0
     * @param shards how many there are
     */
    Sql inShard(Sql id, boolean bytes, int shard, int shards);

    /** Whether an index can be made without holding up those who write to the table: {@code CREATE INDEX CONCURRENTLY}. */
    default boolean indexesBesideWriters() {
        return false;
    }

    /** How many rows of the library's own tables are found by their keys at once. */
    enum Finding {
        /** By a list of values of an index's second column, each of which is looked up. */
        LISTS,
        /** One by one in one statement ({@link io.github.ordertimeout.jdbc.sql.KeyByKey}): a list is planned by statistics. */
        KEY_BY_KEY,
        /** By a statement each. */
        SINGLY
    }

    /** The way that reads no other row. */
    default Finding finding() {
        return Finding.LISTS;
    }

    /** Whether a locking read of a key that does not exist may keep others from inserting beside it. */
    default boolean locksGaps() {
        return false;
    }

    /**
     * Whether an ORDER BY must name every column of the index that is to serve it, those that are compared with one value too. H2
     * sorts otherwise, and reads everything for each page.
     */
    default boolean sortsByWholeIndex() {
        return false;
    }

    /** Many texts as one parameter that can be unnested into rows; empty where there are no arrays. */
    default Optional<Bound> array(List<String> texts) {
        return Optional.empty();
    }

    /** The same of whole numbers. */
    default Optional<Bound> arrayOfNumbers(List<Long> numbers) {
        return Optional.empty();
    }

    /** One row and column: the server's clock as {@link #readNow} reads it; to be run outside a transaction. */
    Sql nowQuery();

    /** {@link #nowQuery} as a part of a statement: the moment at which the statement began, before it saw any row. */
    default Sql nowOfStatement() {
        return nowQuery();
    }

    /** Reads what {@link #nowQuery} returned. */
    Instant readNow(ResultSet row) throws SQLException;

    /** An instant as the library's own tables store it: to the microsecond, whatever zone session and process are in. */
    Bound instant(Instant instant);

    /**
     * A text for one of the library's own tables, written into the statement: where a driver would put it there anyway, one
     * parameter after the other. Empty where it would not, and where the text might mean something else than itself.
     */
    default Optional<String> literal(String text) {
        return Optional.empty();
    }

    /** {@link #instant} likewise. */
    default Optional<String> literal(Instant instant) {
        return Optional.empty();
    }

    /** Reads an instant from one of the library's own tables. */
    Instant readInstant(ResultSet row, int column) throws SQLException;

    /**
     * Sets limits for the transaction that this connection is in, before its first read.
     *
     * @return undoes what would outlive the transaction
     */
    Restore limit(Connection connection, TimeLimits limits) throws SQLException;

    /** Whether {@link #limit} leaves the statement limit to JDBC's query time-out. */
    default boolean limitsByQueryTimeout() {
        return false;
    }

    /** Whether a read outside a transaction may be limited by JDBC's query time-out without a lasting effect. */
    default boolean queryTimeoutIsLocal() {
        return true;
    }

    /** Whether the server lets a transaction write in READ COMMITTED. */
    default boolean allowsReadCommitted(Connection connection) throws SQLException {
        return true;
    }

    /** The storage engine of a table, where it has no transactions: such a table cannot be used. */
    default Optional<String> engineWithoutTransactions(Connection connection, Optional<String> schema, String table)
            throws SQLException {
        return Optional.empty();
    }

    /** The collation of a text column, where it takes {@code abC1} and {@code ABc1} for the same: ids would collide. */
    default Optional<String> collationWithoutCase(
            Connection connection, Optional<String> schema, String table, String column) throws SQLException {
        return Optional.empty();
    }

    /** How many rows are changed, each by what belongs to it. */
    enum JoinedUpdate {
        /** In a part of a statement, which tells what it changed; see {@link #changesInWith}. */
        WITH,
        /** MERGE with arrays, which counts what it changed. */
        MERGE,
        /** An UPDATE of several tables, which may be made to fail, all of it and nothing else, at a row that cannot be changed. */
        OUTER_JOIN
    }

    /** The way that goes through them in the order given. */
    JoinedUpdate joinedUpdate();

    /**
     * Whether a table has grown so long that a few hundred of its rows are looked up by key whatever the statistics say, rather
     * than found on a walk over it.
     *
     * @param table its name as it stands in statements
     */
    default boolean isLong(Connection connection, String table) throws SQLException {
        return true;
    }

    /**
     * Whether a part of a statement, in WITH, may lock rows of this table, change them and tell which it changed.
     *
     * @param table its name as it stands in statements
     */
    default boolean changesInWith(Connection connection, String table) throws SQLException {
        return false;
    }

    /**
     * What ends an INSERT so that where the unique key exists, these columns are overwritten instead; empty where the
     * dialect has no such clause that is safe in a race.
     */
    default Optional<String> orUpdate(List<String> uniqueKey, List<String> columns) {
        return Optional.empty();
    }

    /** Puts a session back as it was. */
    @FunctionalInterface
    interface Restore {
        /** Nothing to undo. */
        Restore NOTHING = connection -> {};

        /** Undoes it. */
        void restore(Connection connection) throws SQLException;
    }
}
