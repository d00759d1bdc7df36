package io.github.ordertimeout.jdbc.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.Rules;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.HandlerReads;
import io.github.ordertimeout.jdbc.testdb.Plan;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.scan.Arms;
import io.github.ordertimeout.scan.ScanRequest;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Pages of orders that all run out at the same moment, as those of a shop with dates for deadlines do. */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB})
class KeysetTiesTest {
    private static final int TIES = 20_000;
    private static final int PAGE = 100;

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("promise 6: a page in the middle of a long tie reads its own rows, not those of the pages before it")
    void ties() {
        String numbers = db.server() == TestServer.POSTGRESQL
                ? "generate_series(1, " + TIES + ") n"
                : "(select seq as n from seq_1_to_" + TIES + ") t";
        db.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY, number VARCHAR(40), status INT NOT NULL,"
                        + " created_at TIMESTAMP NULL, channel VARCHAR(20))",
                "CREATE INDEX orders_due ON orders (status, created_at, id)",
                "INSERT INTO orders SELECT n, 'N', 0, '2026-03-01 00:00:00', 'web' FROM " + numbers,
                db.server() == TestServer.POSTGRESQL ? "ANALYZE orders" : "ANALYZE TABLE orders");
        Rule rule = Rules.created("15m").build();
        RuleMapping mapping = db.database()
                .read((Session session) ->
                        RuleMapper.map(rule, session, db.server().dialect()));
        JdbcOrderScanner scanner = new JdbcOrderScanner(db.database(), mapping);
        Instant now = Instant.parse("2026-04-01T00:00:00Z");
        ScanRequest first = new ScanRequest(
                Arms.of(rule, mapping.status().open()).get(0), now, Optional.empty(), Optional.empty(), TIES / 2);
        ScanRequest next = new ScanRequest(
                first.arm(), now, Optional.empty(), scanner.nextPage(first).next(), PAGE);

        assertThat(scanner.nextPage(next).orders())
                .hasSize(PAGE)
                .first()
                .satisfies(order -> assertThat(order.id()).isEqualTo("" + (TIES / 2 + 1)));
        Sql page = new PageSql(mapping, new OrderSelect(mapping)).page(next);
        if (db.server() == TestServer.POSTGRESQL) {
            assertThat(Plan.of(db, page).lines())
                    .noneMatch(line -> line.contains("Rows Removed") || line.contains("Sort"))
                    .anyMatch(line -> line.contains("Index Cond") && line.contains("ROW("));
        } else {
            assertThat(HandlerReads.of(db, page)).isLessThan(3 * PAGE);
        }
    }
}
