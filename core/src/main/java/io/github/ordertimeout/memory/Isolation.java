package io.github.ordertimeout.memory;

/** What the plain reads of a transaction see. Locking reads and writes always meet the latest committed rows. */
public enum Isolation {
    /** Each plain read sees what is committed at that moment. */
    READ_COMMITTED,
    /** All plain reads see what was committed at the first of them, as MariaDB and MySQL do by default. */
    REPEATABLE_READ
}
