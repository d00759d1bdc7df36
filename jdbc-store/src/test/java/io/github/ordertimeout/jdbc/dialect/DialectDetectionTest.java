package io.github.ordertimeout.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class DialectDetectionTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("the server is recognised for what it is, through MySQL's driver too")
    void detected() throws SQLException {
        try (Connection connection = db.dataSource().getConnection()) {
            Dialect dialect = Dialect.of(connection);
            boolean mySqlItself = db.server() == TestServer.MYSQL
                    && !db.column("SELECT VERSION()").get(0).contains("Maria");
            String expected = db.server() == TestServer.MYSQL && !mySqlItself
                    ? "mariadb"
                    : db.server().dialect().name();
            assertThat(dialect.name()).isEqualTo(expected);
            assertThat(dialect.skipLocked()).isTrue();
            assertThat(dialect.allowsReadCommitted(connection))
                    .isEqualTo(!db.server().isMySqlFamily()
                            || !db.column("SELECT CONCAT(@@log_bin, @@binlog_format)")
                                    .equals(List.of("1STATEMENT")));
        }
    }

    @Test
    @DisplayName("a table whose engine has no transactions is recognised")
    void engines() throws SQLException {
        boolean mySqlFamily = db.server().isMySqlFamily();
        db.execute("CREATE TABLE safe (id int PRIMARY KEY)");
        db.execute("CREATE TABLE unsafe (id int PRIMARY KEY)" + (mySqlFamily ? " ENGINE = MyISAM" : ""));
        try (Connection connection = db.dataSource().getConnection()) {
            Dialect dialect = db.server().dialect();
            assertThat(dialect.engineWithoutTransactions(connection, Optional.empty(), "safe"))
                    .isEmpty();
            assertThat(dialect.engineWithoutTransactions(connection, Optional.of(db.schemaName()), "unsafe"))
                    .isEqualTo(mySqlFamily ? Optional.of("MyISAM") : Optional.empty());
        }
    }
}
