package io.github.ordertimeout.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.jdbc.sql.Bound;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.order.OrderTimeoutException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class SessionTest {
    @Parameter
    TestDatabase db;

    @BeforeEach
    void makeTable() {
        db.execute("CREATE TABLE t (id int PRIMARY KEY, v varchar(100))");
    }

    @Test
    @DisplayName("colons, question marks, percent and angle signs of trusted SQL reach the database as written")
    void textIsLeftAlone() {
        String text = "a:b <c> %d ? ::x \\: #{y} ${now} @z -- w";
        Sql insert = Sql.text("INSERT INTO t (id, v) VALUES (").then(number(1)).then(", '" + literal(text) + "')");

        db.database().read(session -> session.update(insert));

        assertThat(db.column("SELECT v FROM t")).containsExactly(text);
    }

    @Test
    @DisplayName("values are bound in order, however often a placeholder stands in the text")
    void valuesInOrder() {
        List<String> read = db.database().read(session -> {
            session.batch(IntStream.range(0, 5).mapToObj(SessionTest::insert).toList());
            Sql query = Sql.text("SELECT v FROM t WHERE id >= ")
                    .then(number(1))
                    .then(" AND id < ")
                    .then(number(4))
                    .then(" ORDER BY id");
            return session.query(query, row -> row.getString(1));
        });
        assertThat(read).containsExactly("v1", "v2", "v3");
        Optional<Integer> none =
                db.database().read(session -> session.first(Sql.text("SELECT v FROM t WHERE id = 9"), row -> 1));
        assertThat(none).isEmpty();
    }

    @Test
    @DisplayName("a batch tells how many rows each statement changed")
    void batchCounts() {
        int[] counts = db.database().read(session -> {
            session.batch(List.of(insert(1), insert(2)));
            return session.batch(List.of(update(1), update(7), update(2)));
        });
        assertThat(counts).containsExactly(1, 0, 1);
        int[] none = db.database().read(session -> session.batch(List.of()));
        assertThat(none).isEmpty();
    }

    @Test
    @DisplayName("MariaDB's useBulkStmts does not cost us the counts")
    void bulkStatements() {
        Assumptions.assumeTrue(db.server() == TestServer.MARIADB, "only MariaDB's driver has the option");
        Database database =
                db.builder(db.pool("&useBulkStmts=true", config -> {})).build();
        int[] counts = database.transactions().inTransaction(tx -> {
            Session session = tx.unwrap(Session.class);
            session.update(insert(2));
            return session.batch(List.of(update(1), update(2), update(3)));
        });
        assertThat(counts).containsExactly(0, 1, 0);
    }

    @Test
    @DisplayName("a driver that does not count is refused with the name of its option")
    void uncountedBatch() {
        assertThatThrownBy(() -> BatchCounts.checked(new int[] {1, Statement.SUCCESS_NO_INFO}))
                .isInstanceOf(OrderTimeoutException.class)
                .hasMessageContaining("useBulkStmts=true");
    }

    @Test
    @DisplayName("a transaction unwraps to Connection, Handle and Session over one and the same connection")
    void unwrap() {
        db.database().transactions().inTransaction(tx -> {
            assertThat(tx.unwrap(Session.class).connection()).isSameAs(tx.unwrap(Connection.class));
            assertThat(tx.unwrap(Handle.class).getConnection()).isSameAs(tx.unwrap(Connection.class));
            tx.unwrap(Handle.class)
                    .createUpdate("INSERT INTO t (id, v) VALUES (:id, 'x')")
                    .bind("id", 5)
                    .execute();
            assertThatThrownBy(() -> tx.unwrap(String.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.sql.Connection");
            return null;
        });
        assertThat(db.column("SELECT id FROM t")).containsExactly("5");
    }

    @Test
    @DisplayName("a user's Jdbi gives connections and handles, and is not configured")
    void madeFromJdbi() {
        Jdbi jdbi = Jdbi.create(db.pool(config -> {
            config.setMaximumPoolSize(1);
            config.setAutoCommit(false);
        }));
        Database database = Database.builder(jdbi)
                .dialect(db.server().dialect())
                .isolation(db.isolation())
                .build();
        database.transactions().inTransaction(tx -> {
            assertThat(tx.unwrap(Handle.class).getJdbi()).isSameAs(jdbi);
            return tx.unwrap(Session.class).update(insert(1));
        });
        List<String> texts =
                database.read(session -> session.query(Sql.text("SELECT '<a>:b' FROM t"), row -> row.getString(1)));
        assertThat(texts).containsExactly("<a>:b");
        String templated = jdbi.withHandle(handle -> handle.createQuery("SELECT v FROM <table> WHERE id = :id")
                .define("table", "t")
                .bind("id", 1)
                .mapTo(String.class)
                .one());
        assertThat(templated).isEqualTo("v1");
    }

    private String literal(String text) {
        return db.server().isMySqlFamily() ? text.replace("\\", "\\\\") : text;
    }

    private static Sql insert(int id) {
        return Sql.text("INSERT INTO t (id, v) VALUES (")
                .then(number(id))
                .then(", ")
                .then(text("v" + id))
                .then(")");
    }

    private static Sql update(int id) {
        return Sql.text("UPDATE t SET v = 'changed' WHERE id = ").then(number(id));
    }

    private static Bound number(int value) {
        return (statement, position) -> statement.setInt(position, value);
    }

    private static Bound text(String value) {
        return (statement, position) -> statement.setString(position, value);
    }
}
