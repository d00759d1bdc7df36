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
import io.github.ordertimeout.scan.Shard;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What a page of one shard reads. */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB})
class ShardPlanTest {
    private static final int ORDERS = 20_000;
    private static final int SHARDS = 4;
    private static final int PAGE = 100;

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("promise 6: a page of one of n shards is read in the due index's order, over about n pages of entries")
    void page() {
        boolean postgres = db.server() == TestServer.POSTGRESQL;
        String numbers = postgres
                ? "generate_series(1::bigint, " + ORDERS + ") n"
                : "(select seq as n from seq_1_to_" + ORDERS + ") t";
        String created = postgres
                ? "timestamp '2026-03-01 00:00:00' + n * interval '1 second'"
                : "'2026-03-01 00:00:00' + interval n second";
        db.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY, number VARCHAR(40), status INT NOT NULL,"
                        + " created_at TIMESTAMP NULL, channel VARCHAR(20))",
                "CREATE INDEX orders_due ON orders (status, created_at, id)",
                "INSERT INTO orders SELECT n * 4194304, 'N', 0, " + created + ", 'web' FROM " + numbers,
                postgres ? "ANALYZE orders" : "ANALYZE TABLE orders");
        Rule rule = Rules.created("15m").build();
        RuleMapping mapping = db.database()
                .read((Session session) ->
                        RuleMapper.map(rule, session, db.server().dialect()));
        ScanRequest request = new ScanRequest(
                Arms.of(rule, mapping.status().open()).get(0),
                Instant.parse("2026-04-01T00:00:00Z"),
                Optional.empty(),
                Optional.empty(),
                PAGE,
                new Shard(1, SHARDS));

        assertThat(new JdbcOrderScanner(db.database(), mapping)
                        .nextPage(request)
                        .orders())
                .hasSize(PAGE);
        Sql page = new PageSql(mapping, new OrderSelect(mapping)).page(request);
        if (postgres) {
            Plan plan = Plan.of(db, page);
            assertThat(plan.lines()).noneMatch(line -> line.contains("Sort") || line.contains("Seq Scan"));
            assertThat(plan.lines()).anyMatch(line -> line.contains("orders_due"));
            assertThat(removed(plan)).isLessThan(2 * SHARDS * PAGE);
        } else {
            assertThat(db.database()
                            .<String>read(session -> session.query(
                                            Sql.text("EXPLAIN ").then(page),
                                            row -> row.getString("Extra") + row.getString("key"))
                                    .get(0)))
                    .contains("orders_due")
                    .doesNotContain("filesort");
            assertThat(HandlerReads.of(db, page)).isLessThan(2 * SHARDS * PAGE);
        }
    }

    private static long removed(Plan plan) {
        return plan.lines().stream()
                .filter(line -> line.contains("Rows Removed by Filter"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }
}
