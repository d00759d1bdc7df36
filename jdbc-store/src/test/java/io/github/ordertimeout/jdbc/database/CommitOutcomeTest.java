package io.github.ordertimeout.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import io.github.ordertimeout.transaction.CommitOutcomeUnknownException;
import java.sql.SQLException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class CommitOutcomeTest {
    private static final Sql INSERT = Sql.text("INSERT INTO t (id) VALUES (1)");

    @Parameter
    TestDatabase db;

    @BeforeEach
    void makeTable() {
        db.execute("CREATE TABLE t (id int PRIMARY KEY)");
    }

    @Test
    @DisplayName("a connection lost before the commit: unknown, and nothing was written")
    void lostBefore() {
        assertUnknown(Fault.before(DatabaseCall::isCommit).losingConnection());
        assertThat(db.number("SELECT COUNT(*) FROM t")).isZero();
    }

    @Test
    @DisplayName("a connection lost after the commit: unknown, and everything was written")
    void lostAfter() {
        assertUnknown(Fault.after(DatabaseCall::isCommit).losingConnection());
        assertThat(db.number("SELECT COUNT(*) FROM t")).isEqualTo(1);
    }

    @Test
    @DisplayName("what is no SQL exception, or has no state, is unknown too")
    void otherExceptions() {
        assertUnknown(commitThrows(new SQLException("no state")));
        assertUnknown(commitThrows(new SQLException("completion unknown", "40003")));
        assertUnknown(commitThrows(new IllegalStateException("from a wrapper")));
        assertThat(db.number("SELECT COUNT(*) FROM t"))
                .as("rolled back, not left open")
                .isZero();
    }

    @Test
    @DisplayName("a serialization failure at the commit is none: nothing was written")
    void definite() {
        Throwable failure = catchThrowable(() -> insert(commitThrows(new SQLException("deadlock", "40001"))));
        assertThat(failure).isInstanceOf(DatabaseException.class);
        assertThat(FailureClassifier.kind(failure)).isEqualTo(FailureKind.CONTENTION);
        assertThat(db.number("SELECT COUNT(*) FROM t")).isZero();
    }

    @Test
    @DisplayName("a constraint that is checked at the commit only is the order's fault")
    void deferredConstraint() {
        Assumptions.assumeTrue(db.server() == TestServer.POSTGRESQL, "only PostgreSQL defers constraints");
        db.execute("ALTER TABLE t ADD COLUMN p int REFERENCES t (id) DEFERRABLE INITIALLY DEFERRED");
        Throwable failure = catchThrowable(() -> db.database()
                .transactions()
                .inTransaction(tx -> tx.unwrap(Session.class).update(Sql.text("INSERT INTO t (id, p) VALUES (1, 9)"))));
        assertThat(FailureClassifier.kind(failure)).isEqualTo(FailureKind.ORDER);
        assertThat(db.number("SELECT COUNT(*) FROM t")).isZero();
    }

    private void assertUnknown(Fault fault) {
        assertThatThrownBy(() -> insert(fault)).isInstanceOf(CommitOutcomeUnknownException.class);
        assertThat(FailureClassifier.kind(catchThrowable(() -> {
                    throw new IllegalStateException(new CommitOutcomeUnknownException(new SQLException()));
                })))
                .isEqualTo(FailureKind.OUTCOME_UNKNOWN);
    }

    private void insert(Fault fault) {
        db.builder(new FaultyDataSource(db.dataSource()).inject(fault))
                .build()
                .transactions()
                .inTransaction(tx -> tx.unwrap(Session.class).update(INSERT));
    }

    private static Fault commitThrows(Exception failure) {
        return Fault.before(DatabaseCall::isCommit).throwing(() -> failure);
    }
}
