package io.github.ordertimeout.testkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FaultyDataSourceTest {
    private final JdbcDataSource sound = new JdbcDataSource();
    private final FaultyDataSource faulty = new FaultyDataSource(sound);
    private Connection keepsTheDatabase;

    @BeforeEach
    void table() throws SQLException {
        sound.setURL("jdbc:h2:mem:" + UUID.randomUUID());
        keepsTheDatabase = sound.getConnection();
        try (Statement statement = keepsTheDatabase.createStatement()) {
            statement.execute("create table t (id int primary key)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        keepsTheDatabase.close();
    }

    @Test
    @DisplayName("writes down statements, batches, commits and rollbacks, in order and numbered")
    void records() throws SQLException {
        insertAndCommit(1);
        try (Connection connection = faulty.getConnection();
                PreparedStatement batch = connection.prepareStatement("insert into t values (?)")) {
            connection.setAutoCommit(false);
            for (int id = 2; id < 4; id++) {
                batch.setInt(1, id);
                batch.addBatch();
            }
            batch.executeBatch();
            assertThat(batch.getConnection()).isSameAs(connection);
            connection.rollback();
        }
        assertThat(faulty.calls())
                .extracting(DatabaseCall::toString)
                .containsExactly("insert into t values (1)", "COMMIT", "insert into t values (?)", "ROLLBACK");
        assertThat(faulty.calls()).extracting(DatabaseCall::number).containsExactly(1, 2, 3, 4);
        assertThat(faulty.calls()).extracting(DatabaseCall::prepared).containsExactly(false, false, true, false);
        assertThat(faulty.count(DatabaseCall::isEnd)).isEqualTo(2);
        assertThat(faulty.take()).hasSize(4);
        assertThat(faulty.calls()).isEmpty();
    }

    @Test
    @DisplayName("fails before a statement by its text, once: nothing happened, and the connection lives on")
    void beforeStatement() throws SQLException {
        faulty.inject(Fault.before(DatabaseCall.mentioning("INTO T"))
                .throwing(() -> new SQLException("deadlock", "40001"))
                .once());
        assertThatThrownBy(() -> insertAndCommit(1)).hasMessage("deadlock");
        insertAndCommit(1);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("fails after a statement took effect; the transaction decides whether it stays")
    void afterStatement() throws SQLException {
        faulty.inject(Fault.after(DatabaseCall.numbered(1)).throwing(() -> new IllegalStateException("wrapper")));
        try (Connection connection = faulty.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.execute("insert into t values (1)"))
                    .hasMessage("wrapper");
            connection.commit();
        }
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("a connection lost before the commit has written nothing, one lost after it has written everything")
    void aroundCommit() throws SQLException {
        faulty.inject(Fault.before(DatabaseCall::isCommit).losingConnection());
        assertThatThrownBy(() -> insertAndCommit(1)).isInstanceOf(SQLException.class);
        assertThat(rows()).isZero();
        faulty.heal();
        faulty.inject(Fault.after(DatabaseCall::isCommit).losingConnection());
        assertThatThrownBy(() -> insertAndCommit(2)).isInstanceOf(SQLException.class);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @DisplayName("something else happens between two calls, and a lost connection stays lost")
    void running() throws SQLException {
        faulty.inject(Fault.before(DatabaseCall::isCommit).running(this::insertOnAnotherConnection));
        insertAndCommit(1);
        assertThat(rows()).isEqualTo(2);
        faulty.heal();
        faulty.inject(Fault.before(DatabaseCall::isStatement).losingConnection().once());
        try (Connection connection = faulty.getConnection()) {
            assertThatThrownBy(() -> connection.createStatement().execute("select 1"));
            assertThatThrownBy(() -> connection.createStatement().execute("select 1"))
                    .isInstanceOf(SQLException.class);
        }
    }

    private void insertOnAnotherConnection() {
        try (Statement statement = keepsTheDatabase.createStatement()) {
            statement.execute("insert into t values (99)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void insertAndCommit(int id) throws SQLException {
        try (Connection connection = faulty.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("insert into t values (" + id + ")");
            connection.commit();
        }
    }

    private int rows() throws SQLException {
        try (Statement statement = keepsTheDatabase.createStatement();
                ResultSet count = statement.executeQuery("select count(*) from t")) {
            count.next();
            return count.getInt(1);
        }
    }
}
