package io.github.ordertimeout.jdbc.dialect;

import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Says whose fault a failed transaction was: the one place that does, before anyone retries or splits. */
public final class FailureClassifier {
    private FailureClassifier() {}

    /** The failure with its kind, a signature that is equal for alike failures, and the driver's own words. */
    public static CloseFailedException classify(Throwable failure) {
        List<Throwable> chain = Causes.of(failure);
        Optional<CloseFailedException> known = first(chain, CloseFailedException.class);
        if (known.isPresent()) {
            return known.get();
        }
        Optional<CommitOutcomeUnknownException> unknown = first(chain, CommitOutcomeUnknownException.class);
        if (unknown.isPresent()) {
            return failed(FailureKind.OUTCOME_UNKNOWN, unknown.get(), failure);
        }
        // A driver's batch exception may wrap the one that tells more, so the first that is no order's fault decides.
        for (Throwable one : chain) {
            FailureKind kind = kindOf(one);
            if (kind != FailureKind.ORDER) {
                return failed(kind, one, failure);
            }
        }
        return failed(
                FailureKind.ORDER,
                first(chain, SQLException.class).<Throwable>map(sql -> sql).orElse(failure),
                failure);
    }

    /** The kind alone. */
    public static FailureKind kind(Throwable failure) {
        return classify(failure).kind();
    }

    /** Whether there is no connection, so that nothing is known of what was asked. */
    public static boolean isAway(Throwable failure) {
        return Causes.of(failure).stream()
                .anyMatch(one -> one instanceof SQLTransientConnectionException
                        || one instanceof SQLException sql
                                && String.valueOf(sql.getSQLState()).startsWith("08"));
    }

    private static FailureKind kindOf(Throwable failure) {
        if (failure instanceof SQLException sql) {
            return kindOf(sql);
        }
        return failure instanceof VirtualMachineError || failure instanceof InterruptedException
                ? FailureKind.SYSTEM
                : FailureKind.ORDER;
    }

    private static FailureKind kindOf(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        int code = failure.getErrorCode();
        if (FailureCodes.locked(state, code)) {
            return FailureKind.LOCKED;
        }
        if (FailureCodes.contention(state, code)) {
            return FailureKind.CONTENTION;
        }
        if (FailureCodes.refused(state, code)) {
            return FailureKind.REFUSED;
        }
        return FailureCodes.system(state, code) || (state.isEmpty() && systemWithoutState(failure))
                ? FailureKind.SYSTEM
                : FailureKind.ORDER;
    }

    /** Only where there is no state: MariaDB's driver makes a connection exception of a trigger's {@code SIGNAL '45000'}. */
    private static boolean systemWithoutState(SQLException failure) {
        return failure instanceof SQLTransientConnectionException
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLRecoverableException
                || failure instanceof SQLTimeoutException
                || failure instanceof SQLFeatureNotSupportedException
                || String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("closed");
    }

    private static CloseFailedException failed(FailureKind kind, Throwable decisive, Throwable failure) {
        return new CloseFailedException(kind, signature(decisive), Causes.sentence(decisive), failure);
    }

    /** Without the message, which names the row. */
    private static String signature(Throwable failure) {
        String type = failure.getClass().getName();
        return failure instanceof SQLException sql ? type + " " + sql.getSQLState() + " " + sql.getErrorCode() : type;
    }

    private static <T extends Throwable> Optional<T> first(List<Throwable> chain, Class<T> type) {
        return chain.stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
