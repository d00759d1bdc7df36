package io.github.ordertimeout.settle;

/** What is owed or has failed. */
public enum CompensationKind {
    /** An overdue order whose close fails when tried alone. */
    CLOSE
}
