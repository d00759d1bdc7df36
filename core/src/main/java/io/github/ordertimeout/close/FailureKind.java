package io.github.ordertimeout.close;

/** Whose fault a failed closing transaction was; decided in one place per store, before anyone retries or splits. */
public enum FailureKind {
    /** The database is away, read-only or full: nothing works now, no order is to blame. */
    SYSTEM,
    /**
     * The database answered a statement with an error that is mostly nobody's: a table is missing, a right, the time ran out. A
     * trigger may raise it for a single order, though.
     */
    REFUSED,
    /** A deadlock or serialization failure: the same transaction may well succeed at once. */
    CONTENTION,
    /** Somebody holds a lock for longer than we wait. */
    LOCKED,
    /** The data of some order of the batch, or a releaser's answer to it. */
    ORDER,
    /** The commit may have taken effect; the ledger tells. */
    OUTCOME_UNKNOWN
}
