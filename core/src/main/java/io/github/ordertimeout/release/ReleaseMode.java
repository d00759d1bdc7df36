package io.github.ordertimeout.release;

/** Where a releaser does its work. */
public enum ReleaseMode {
    /** In the closing transaction: commits with the close or not at all. */
    LOCAL,
    /**
     * After the commit, outside any transaction: owed in the closing transaction, called at least once, with an idempotency key
     * and a time limit, until it returns.
     */
    REMOTE
}
