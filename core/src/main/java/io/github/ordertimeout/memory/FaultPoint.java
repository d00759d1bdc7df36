package io.github.ordertimeout.memory;

/**
 * Called before every step of every transaction, outside the database's lock and on the thread that takes the step. It may
 * throw, or run other transactions first, so that they fall between two steps of this one.
 *
 * <p>What it throws reaches the caller after the transaction was rolled back, as if its connection had broken. At {@link
 * Step#COMMITTED} there is nothing left to roll back: the caller learns that the outcome is unknown.
 */
@FunctionalInterface
public interface FaultPoint {
    /** Lets every step pass. */
    FaultPoint NONE = (step, transaction, table) -> {};

    /**
     * Lets the step pass by returning.
     *
     * @param step what is about to happen
     * @param transaction the number of the transaction
     * @param table the table of the statement; empty where a step has none
     */
    void reached(Step step, long transaction, String table);

    /** The steps of a transaction. */
    enum Step {
        /** A transaction is about to begin. */
        BEGIN,
        /** A plain read is about to run. */
        READ,
        /** A locking read is about to run. */
        LOCK,
        /** An insert, update or delete is about to run. */
        WRITE,
        /** The commit was sent and has not taken effect. */
        COMMIT,
        /** The commit has taken effect and its answer is on the way. */
        COMMITTED
    }
}
