package io.github.ordertimeout.jdbc.database;

import java.util.function.Supplier;

/** Keeps a thread from asking for a second connection: on a pool of one, or a pool used up, that would wait for itself. */
final class OneConnection {
    private final ThreadLocal<Boolean> taken = ThreadLocal.withInitial(() -> false);

    <T> T during(Supplier<T> work) {
        if (taken.get()) {
            throw new IllegalStateException(
                    "This thread already works on a connection of this database: use the session or"
                            + " the transaction that it was handed, since a pool of one connection has no second one.");
        }
        taken.set(true);
        try {
            return work.get();
        } finally {
            taken.remove();
        }
    }
}
