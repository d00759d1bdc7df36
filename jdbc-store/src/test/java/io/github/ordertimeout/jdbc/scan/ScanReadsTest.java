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
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.Arms;
import io.github.ordertimeout.scan.Cursor;
import io.github.ordertimeout.scan.ScanRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** How many rows a scan reads of a table that was empty when the server last looked at it. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class ScanReadsTest {
    private static final int PAID = 20_000;
    private static final int OVERDUE = 2_000;
    private static final int PAGE = 100;
    private static final Instant NOW = Instant.parse("2026-04-01T00:00:00Z");
    private static final Pattern SCANNED_BY_H2 = Pattern.compile("scanCount: (\\d+)");
    private static final Pattern SCANNED_BY_POSTGRESQL = Pattern.compile("Scan.*actual.* rows=(\\d+)");
    private static final Pattern REMOVED = Pattern.compile("Rows Removed by .*: (\\d+)");

    @Parameter
    TestDatabase db;

    private RuleMapping mapping;
    private Arm arm;
    private PageSql sql;

    /** Paid ones first; then a second from each to the next; as many that run out later. */
    @BeforeEach
    void orders() {
        boolean mariadb = db.server() == TestServer.MARIADB;
        db.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY, number VARCHAR(40), status INT NOT NULL,"
                        + " created_at TIMESTAMP NULL, channel VARCHAR(20))" + (mariadb ? " STATS_AUTO_RECALC=0" : ""),
                "CREATE INDEX orders_due ON orders (status, created_at, id)");
        if (db.server() == TestServer.POSTGRESQL) {
            db.execute("ALTER TABLE orders SET (autovacuum_enabled = false)", "VACUUM ANALYZE orders");
        } else {
            db.execute(mariadb ? "ANALYZE TABLE orders" : "ANALYZE");
        }
        insert(1, PAID, 1, "2026-02-01 00:00:00");
        insert(PAID + 1, OVERDUE, 0, "2026-03-01 00:00:00");
        insert(PAID + OVERDUE + 1, OVERDUE, 0, "2026-04-02 00:00:00");
        Rule rule = Rules.created("15m").build();
        mapping = db.database()
                .read((Session session) ->
                        RuleMapper.map(rule, session, db.server().dialect()));
        arm = Arms.of(rule, mapping.status().open()).get(0);
        sql = new PageSql(mapping, new OrderSelect(mapping));
    }

    private void insert(int from, int many, int status, String start) {
        String row = "'N', " + status + ", ";
        db.execute("INSERT INTO orders (id, number, status, created_at, channel) SELECT "
                + switch (db.server()) {
                    case POSTGRESQL ->
                        from + " + n, " + row + "timestamp '" + start + "' + n * interval '1 second', 'web'"
                                + " FROM generate_series(0, " + (many - 1) + ") n";
                    case H2 ->
                        from + " + x, " + row + "dateadd('SECOND', x, timestamp '" + start + "'), 'web'"
                                + " FROM system_range(0, " + (many - 1) + ")";
                    default ->
                        from + " + seq, " + row + "'" + start + "' + interval seq second, 'web' FROM seq_0_to_"
                                + (many - 1);
                });
    }

    @Test
    @DisplayName("promise 6: the first page, one in the middle and the last read two pages' worth of rows at most")
    void pages() {
        JdbcOrderScanner scanner = new JdbcOrderScanner(db.database(), mapping);
        Optional<Cursor> cursor = Optional.empty();
        for (int pages = 0; pages <= OVERDUE / PAGE; pages++) {
            ScanRequest request = new ScanRequest(arm, NOW, Optional.empty(), cursor, PAGE);
            if (pages % 10 == 0) {
                assertThat(rowsRead(sql.page(request))).as("page " + pages).isLessThanOrEqualTo(2 * PAGE);
            }
            cursor = scanner.nextPage(request).next();
        }
        assertThat(cursor).isEmpty();
    }

    @Test
    @DisplayName("promise 6: the next due time, and clock and next due time together, read a few rows")
    void next() {
        assertThat(rowsRead(sql.next(arm, NOW, Duration.ofMinutes(15)))).isLessThanOrEqualTo(4);
        assertThat(rowsRead(sql.look(List.of(arm), NOW))).isLessThanOrEqualTo(4);
    }

    private long rowsRead(Sql query) {
        return switch (db.server()) {
            case POSTGRESQL -> {
                String plan = String.join("\n", Plan.of(db, query).lines());
                yield sum(SCANNED_BY_POSTGRESQL, plan) + sum(REMOVED, plan);
            }
            case H2 -> sum(SCANNED_BY_H2, explained(query));
            default -> HandlerReads.of(db, query);
        };
    }

    private String explained(Sql query) {
        return db.database()
                .read((Session session) ->
                        session.first(Sql.text("EXPLAIN ANALYZE ").then(query), row -> row.getString(1)))
                .orElseThrow();
    }

    private static long sum(Pattern number, String text) {
        return number.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .mapToLong(Long::parseLong)
                .sum();
    }
}
