package io.github.ordertimeout.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import java.net.SocketException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureClassifierTest {
    @ParameterizedTest(name = "{3}: {0}/{1} is {2}")
    @CsvSource({
        "08006, 0, SYSTEM, PostgreSQL connection failure",
        "57P01, 0, SYSTEM, PostgreSQL admin shutdown",
        "57P03, 0, SYSTEM, PostgreSQL starting up",
        "57014, 0, REFUSED, PostgreSQL statement time-out",
        "25006, 0, SYSTEM, PostgreSQL read-only",
        "53100, 0, SYSTEM, PostgreSQL disk full",
        "53300, 0, SYSTEM, PostgreSQL too many connections",
        "42501, 0, REFUSED, PostgreSQL no rights",
        "42P01, 0, REFUSED, PostgreSQL missing table",
        "42703, 0, REFUSED, PostgreSQL missing column",
        "42601, 0, REFUSED, PostgreSQL syntax",
        "28P01, 0, SYSTEM, PostgreSQL wrong password",
        "0A000, 0, SYSTEM, PostgreSQL cached plan changed",
        "55P03, 0, LOCKED, PostgreSQL lock time-out",
        "40P01, 0, CONTENTION, PostgreSQL deadlock",
        "40001, 0, CONTENTION, PostgreSQL serialization",
        "25P02, 0, ORDER, PostgreSQL a releaser swallowed an error",
        "23505, 0, ORDER, PostgreSQL unique violation",
        "22001, 0, ORDER, PostgreSQL too long",
        "P0001, 0, ORDER, PostgreSQL raise",
        "HY000, 1205, LOCKED, MariaDB lock wait time-out",
        "40001, 1205, LOCKED, MySQL lock wait time-out",
        "HY000, 3572, LOCKED, MySQL nowait",
        "40001, 1213, CONTENTION, MySQL deadlock",
        "HY000, 1020, CONTENTION, MariaDB record has changed",
        "HY000, 1021, SYSTEM, MySQL disk full",
        "HY000, 1114, SYSTEM, MySQL table full",
        "HY000, 1290, SYSTEM, MySQL read-only option",
        "HY000, 1836, SYSTEM, MySQL read-only mode",
        "25006, 1792, SYSTEM, MySQL read-only transaction",
        "42000, 1142, REFUSED, MySQL no rights on a table",
        "42000, 1143, REFUSED, MySQL no rights on a column",
        "42000, 1044, REFUSED, MySQL no rights on a database",
        "28000, 1045, SYSTEM, MySQL wrong password",
        "42S02, 1146, REFUSED, MySQL missing table",
        "42S22, 1054, REFUSED, MySQL missing column",
        "70100, 1969, REFUSED, MariaDB statement time-out",
        "HY000, 3024, REFUSED, MySQL statement time-out",
        "HY000, 1665, SYSTEM, MySQL statement-based binary log",
        "23000, 1062, ORDER, MySQL unique violation",
        "22001, 1406, ORDER, MySQL too long",
        "45000, 1644, ORDER, MySQL signal",
        "HYT00, 50200, LOCKED, H2 lock time-out",
        "40001, 40001, CONTENTION, H2 deadlock",
        "90131, 90131, CONTENTION, H2 concurrent update",
        "57014, 57014, REFUSED, H2 cancelled",
        "90097, 90097, SYSTEM, H2 read-only",
        "90096, 90096, REFUSED, H2 no rights",
        "90079, 90079, REFUSED, H2 missing schema",
        "42102, 42102, REFUSED, H2 missing table",
        "42S02, 42102, REFUSED, H2 missing table",
        "42122, 42122, REFUSED, H2 missing column",
        "90098, 90098, SYSTEM, H2 closed",
        "90108, 90108, SYSTEM, H2 out of memory",
        "90105, 90105, ORDER, H2 exception in a function",
        "23505, 23505, ORDER, H2 unique violation",
        "22018, 22018, ORDER, H2 conversion",
    })
    void byStateAndCode(String state, int code, FailureKind kind, String what) {
        assertThat(kindOf(new SQLException(what, state, code))).isEqualTo(kind);
    }

    @Test
    @DisplayName("exceptions without state or code are known by their class or their words")
    void byClass() {
        assertThat(kindOf(new SQLTransientConnectionException("pool is used up")))
                .isEqualTo(FailureKind.SYSTEM);
        assertThat(kindOf(new SQLTimeoutException("too long"))).isEqualTo(FailureKind.SYSTEM);
        assertThat(kindOf(new SQLException("Connection is closed"))).isEqualTo(FailureKind.SYSTEM);
        assertThat(kindOf(new OutOfMemoryError())).isEqualTo(FailureKind.SYSTEM);
        assertThat(kindOf(new SQLException("?"))).isEqualTo(FailureKind.ORDER);
        assertThat(kindOf(new SQLTransientConnectionException("MariaDB's driver", "45000", 1644)))
                .isEqualTo(FailureKind.ORDER);
        assertThat(kindOf(new IllegalStateException(new SocketException("a releaser's warehouse"))))
                .isEqualTo(FailureKind.ORDER);
    }

    @Test
    @DisplayName("what wraps or chains the telling exception does not hide it, a circle included")
    void unwraps() {
        SQLException deadlock = new SQLException("deadlock", "40P01");
        BatchUpdateException batch = new BatchUpdateException("batch", new int[0]);
        batch.setNextException(deadlock);
        assertThat(kindOf(new IllegalStateException(new RuntimeException(batch))))
                .isEqualTo(FailureKind.CONTENTION);

        IllegalStateException one = new IllegalStateException("one");
        IllegalStateException two = new IllegalStateException("two", one);
        one.initCause(two);
        assertThat(kindOf(one)).isEqualTo(FailureKind.ORDER);

        assertThat(kindOf(new RuntimeException(new CommitOutcomeUnknownException(deadlock))))
                .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
        CloseFailedException known = FailureClassifier.classify(deadlock);
        assertThat(FailureClassifier.classify(new RuntimeException(known))).isSameAs(known);
    }

    @Test
    @DisplayName("alike failures have equal signatures, and the message is the driver's on one line without secrets")
    void signatureAndMessage() {
        CloseFailedException one =
                FailureClassifier.classify(new SQLException("row 1\n  of jdbc:x?password=hush&a=b", "23505", 7));
        CloseFailedException two =
                FailureClassifier.classify(new RuntimeException(new SQLException("row 2", "23505", 7)));
        assertThat(one.signature()).isEqualTo(two.signature()).doesNotContain("row");
        assertThat(FailureClassifier.classify(new SQLException("row 1", "23503", 7))
                        .signature())
                .isNotEqualTo(one.signature());
        assertThat(one).hasMessage("row 1 of jdbc:x?password=…&a=b (SQL state 23505)");
    }

    private static FailureKind kindOf(Throwable failure) {
        return FailureClassifier.kind(failure);
    }
}
