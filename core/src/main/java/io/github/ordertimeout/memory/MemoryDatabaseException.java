package io.github.ordertimeout.memory;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.order.OrderTimeoutException;

/** The database could not do what was asked; a {@link FaultPoint} throws it to play a failing one. */
public class MemoryDatabaseException extends OrderTimeoutException {
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;

    /** Takes whose fault it was, and a sentence for a person. */
    public MemoryDatabaseException(FailureKind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Whose fault it was. */
    public FailureKind kind() {
        return kind;
    }

    /** The connection broke; at a commit nobody knows whether it took effect. */
    public static MemoryDatabaseException connectionLost() {
        return new MemoryDatabaseException(FailureKind.SYSTEM, "The connection was lost");
    }

    /** The transaction was chosen as a deadlock's victim and rolled back. */
    public static MemoryDatabaseException deadlock() {
        return new MemoryDatabaseException(FailureKind.CONTENTION, "Deadlock: this transaction was rolled back");
    }

    static MemoryDatabaseException locked(RowId row) {
        return new MemoryDatabaseException(FailureKind.LOCKED, "Another transaction holds the lock on " + row);
    }

    static MemoryDatabaseException missingTable(String table) {
        return new MemoryDatabaseException(FailureKind.SYSTEM, "There is no table \"" + table + "\"");
    }

    static MemoryDatabaseException duplicate(RowId row) {
        return new MemoryDatabaseException(FailureKind.ORDER, row + " exists already");
    }
}
