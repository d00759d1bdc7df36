package io.github.ordertimeout.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.store.RuleStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Values that stand for no time at all, and columns that tell too little. */
@EachDatabase
class StrangeTimesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final String RULE = """
            table: orders
            id-column: id
            status-column: status
            open-status: 0
            closed-status: 4
            due-column: due_at
            created-column: created_at
            timeout: 15m
            """;

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("zero dates, infinities and the far future: no deadline, or one that never comes")
    void noTimes() throws SQLException {
        boolean mysql = db.server().isMySqlFamily();
        create(mysql ? "datetime" : "timestamp");
        String zero =
                mysql ? "0000-00-00 00:00:00" : db.server() == TestServer.H2 ? "0001-01-01 00:00:00" : "-infinity";
        String never = db.server() == TestServer.POSTGRESQL ? "infinity" : "9999-12-31 23:59:59";
        try (Connection connection = db.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            if (mysql) {
                statement.execute("SET SESSION sql_mode = ''");
            }
            statement.execute("INSERT INTO orders VALUES (1, 0, '2026-03-01 09:00:00', '" + zero + "'), (2, 0, '" + zero
                    + "', '" + zero + "'), (3, 0, '2026-03-01 09:00:00', '9999-12-31 23:59:59'), (4, 0, '" + never
                    + "', NULL)");
            statement.execute("INSERT INTO orders VALUES (5, 0, '2026-03-01 09:59:00', '" + never + "')");
            if (mysql) {
                statement.execute("SET SESSION sql_mode = DEFAULT");
            }
        }
        RuleStore rule = open(RULE + "time-zone: UTC");
        assertThat(Closing.ids(Closing.all(rule, NOW, 10))).containsExactly("1");
        assertThat(rule.scanner().nextDue(rule.scanner().arms().get(0), NOW))
                .contains(Instant.parse("9999-12-31T23:59:59Z"));
        assertThat(rule.scanner().find("2", NOW).get(0).order().dueAt()).isEmpty();
    }

    @Test
    @DisplayName("numbers need to say whether they are seconds or milliseconds")
    void numbers() {
        create("bigint");
        db.execute("INSERT INTO orders VALUES (1, 0, 1772355600, 0), (2, 0, 1772358900, NULL), (3, 0, 0, 0)");
        assertThatThrownBy(() -> open(RULE))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("due-column")
                .hasMessageContaining("created-column")
                .hasMessageContaining("seconds or milliseconds?");
        RuleStore rule = open(RULE + "time-kind: epoch-seconds");
        assertThat(Closing.ids(Closing.all(rule, NOW, 10))).containsExactly("1");
    }

    @Test
    @DisplayName("a missing zone is a fault on PostgreSQL; elsewhere it is the database's, and that is said")
    void zone() {
        create(db.server().isMySqlFamily() ? "datetime" : "timestamp");
        if (db.server() == TestServer.POSTGRESQL) {
            assertThatThrownBy(() -> open(RULE))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("time-zone: UTC");
        } else {
            assertThat(open(RULE).warnings())
                    .anySatisfy(warning ->
                            assertThat(warning).contains("time-zone is not set").contains("the database's"));
        }
    }

    private void create(String type) {
        db.withOwnTables();
        db.execute("CREATE TABLE orders (id bigint PRIMARY KEY, status int, created_at " + type + " NULL, due_at "
                + type + " NULL)");
    }

    private RuleStore open(String rule) {
        return JdbcOrderStore.builder()
                .dataSource(db.dataSource())
                .clock(() -> NOW)
                .build()
                .open(Closing.rule(rule));
    }
}
