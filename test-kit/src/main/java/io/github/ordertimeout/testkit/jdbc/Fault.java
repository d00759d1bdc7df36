package io.github.ordertimeout.testkit.jdbc;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What goes wrong at which calls: before they reach the database, or after they took effect there.
 *
 * <pre>{@code
 * Fault.before(DatabaseCall.mentioning("update stock")).throwing(() -> new SQLException("deadlock", "40001")).once()
 * Fault.before(DatabaseCall.numbered(3)).losingConnection()
 * Fault.after(DatabaseCall::isCommit).losingConnection()   // the reply is lost: committed, and nobody knows
 * }</pre>
 */
public final class Fault {
    /** Happens to one call. */
    @FunctionalInterface
    interface Effect {
        void happen(WatchedConnection connection) throws SQLException;
    }

    private final boolean afterwards;
    private final Predicate<DatabaseCall> calls;
    private final Effect effect;

    private Fault(boolean afterwards, Predicate<DatabaseCall> calls, Effect effect) {
        this.afterwards = afterwards;
        this.calls = calls;
        this.effect = effect;
    }

    /** At these calls, before they reach the database. */
    public static When before(Predicate<DatabaseCall> calls) {
        return new When(false, calls);
    }

    /** At these calls, after they took effect: what is thrown then hides a success. */
    public static When after(Predicate<DatabaseCall> calls) {
        return new When(true, calls);
    }

    /** The same fault at the first of these calls only. */
    public Fault once() {
        AtomicBoolean happened = new AtomicBoolean();
        return new Fault(afterwards, call -> calls.test(call) && happened.compareAndSet(false, true), effect);
    }

    void before(DatabaseCall call, WatchedConnection connection) throws SQLException {
        if (!afterwards && calls.test(call)) {
            effect.happen(connection);
        }
    }

    void after(DatabaseCall call, WatchedConnection connection) throws SQLException {
        if (afterwards && calls.test(call)) {
            effect.happen(connection);
        }
    }

    /** Where a fault happens, before it is said what. */
    public static final class When {
        private final boolean afterwards;
        private final Predicate<DatabaseCall> calls;

        private When(boolean afterwards, Predicate<DatabaseCall> calls) {
            this.afterwards = afterwards;
            this.calls = calls;
        }

        /**
         * The connection is gone, and every further call on it fails, as when a server or a network goes away. What its
         * transaction wrote and has not committed is rolled back.
         */
        public Fault losingConnection() {
            return with(connection -> {
                throw connection.lose();
            });
        }

        /** The call throws that; the connection stays. An {@link SQLException} or an unchecked exception. */
        public Fault throwing(Supplier<? extends Exception> failure) {
            return with(connection -> {
                Exception thrown = failure.get();
                if (thrown instanceof SQLException database) {
                    throw database;
                }
                throw thrown instanceof RuntimeException unchecked
                        ? unchecked
                        : new IllegalArgumentException(
                                "JDBC throws no " + thrown.getClass().getName(), thrown);
            });
        }

        /** Something else happens at that moment: another transaction, a wait at a gate. */
        public Fault running(Runnable action) {
            return with(connection -> action.run());
        }

        private Fault with(Effect effect) {
            return new Fault(afterwards, calls, effect);
        }
    }
}
