package io.github.ordertimeout.close;

/** Whose fault a failed closing transaction was; decided in one place per store, before anyone retries or splits. */
public enum FailureKind {
    /** The database is away, read-only, full, refuses us or lacks a table: nothing works now, no order is to blame. */
    SYSTEM,
    /** A deadlock or serialization failure: the same transaction may well succeed at once. */
    CONTENTION,
    /** Somebody holds a lock for longer than we wait. */
    LOCKED,
    /** The data of some order of the batch, or a releaser's answer to it. */
    ORDER,
    /** The commit may have taken effect; the ledger tells. */
    OUTCOME_UNKNOWN
}
