package io.github.ordertimeout.jdbc.catalog;

/** What a column holds, as far as binding and comparing go. */
public enum ValueKind {
    /** Whole numbers of a fixed size, with or without sign. */
    INTEGER,
    /** Exact numbers with decimal places. */
    DECIMAL,
    /** Approximate numbers. */
    FLOAT,
    /** True or false. */
    BOOLEAN,
    /** Bits, bound as numbers. */
    BIT,
    /** Text of varying length. */
    TEXT,
    /** Text of fixed length: trailing blanks are padding and do not count. */
    PADDED_TEXT,
    /** One of a list of labels. */
    ENUM,
    /** A UUID in a type of its own. */
    UUID,
    /** Bytes, written as hex. */
    BYTES,
    /** A day. */
    DATE,
    /** Date and time without a zone: which instant is meant depends on the zone. */
    LOCAL_DATE_TIME,
    /** Date and time that names an instant, whatever zone it is shown in. */
    INSTANT,
    /** The TIMESTAMP of MySQL and MariaDB: stored as an instant, shown in the session's zone. */
    SESSION_INSTANT,
    /** Anything else: such a column can be read but not compared. */
    OTHER;

    /** Whether equal texts mean equal values apart from case or padding. */
    public boolean isText() {
        return this == TEXT || this == PADDED_TEXT || this == ENUM;
    }

    /** Whether it can count seconds or milliseconds. */
    public boolean isNumber() {
        return this == INTEGER || this == DECIMAL;
    }
}
