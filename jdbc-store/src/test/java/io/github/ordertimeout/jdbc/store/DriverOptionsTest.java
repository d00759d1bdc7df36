package io.github.ordertimeout.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.store.RuleStore;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Options that people do set in their JDBC URLs, and pools without auto-commit, change nothing. */
@EachDatabase
class DriverOptionsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("rewritten batches, server-side statements, counts of changed rows, a time zone in the URL")
    void options() {
        db.withOwnTables();
        db.execute("CREATE TABLE history (order_id bigint)");
        for (String parameters : parameters()) {
            boolean mysql = db.server().isMySqlFamily();
            db.execute(
                    "DROP TABLE IF EXISTS orders",
                    "DELETE FROM order_timeout_release",
                    "DELETE FROM history",
                    "CREATE TABLE orders (id bigint PRIMARY KEY, status int, created_at "
                            + (mysql ? "datetime" : "timestamp") + ", closed_at " + (mysql ? "datetime" : "timestamp")
                            + ")",
                    "INSERT INTO orders VALUES (1, 0, '2026-03-01 17:44:59', NULL), (2, 0, '2026-03-01 17:45:00', NULL), (3, 0,"
                            + " '2026-03-01 17:45:01', NULL)");
            RuleStore rule = JdbcOrderStore.builder()
                    .dataSource(db.pool(parameters, config -> config.setAutoCommit(parameters.isEmpty())))
                    .clock(() -> NOW)
                    .build()
                    .open(Closing.rule("""
                            table: orders
                            id-column: id
                            status-column: status
                            open-status: 0
                            closed-status: 4
                            created-column: created_at
                            timeout: 15m
                            time-zone: Asia/Shanghai
                            on-close.closed_at: :now
                            also-execute[0]: INSERT INTO history VALUES (:id)
                            """));
            assertThat(Closing.ids(Closing.all(rule, NOW, 500))).as(parameters).containsExactly("1", "2");
            assertThat(db.column("SELECT id FROM orders WHERE closed_at = '2026-03-01 18:00:00' ORDER BY id"))
                    .as(parameters)
                    .containsExactly("1", "2");
            assertThat(db.number("SELECT COUNT(*) FROM history")).as(parameters).isEqualTo(2);
        }
    }

    private List<String> parameters() {
        return switch (db.server()) {
            case H2 -> List.of("", ";TIME ZONE=America/Los_Angeles");
            case POSTGRESQL ->
                List.of(
                        "&reWriteBatchedInserts=true&prepareThreshold=1",
                        "&stringtype=unspecified&preferQueryMode=simple",
                        // a savepoint before each statement: the isolation must be set before the transaction
                        "&autosave=always&options=-c%20default_transaction_isolation=serializable");
            case MARIADB ->
                List.of(
                        "&useServerPrepStmts=true&useAffectedRows=true&timezone=-08:00",
                        "&rewriteBatchedStatements=true");
            case MYSQL ->
                List.of(
                        "&useServerPrepStmts=true&useAffectedRows=true&rewriteBatchedStatements=true",
                        "&connectionTimeZone=-08:00&forceConnectionTimeZoneToSession=true&preserveInstants=true");
        };
    }
}
