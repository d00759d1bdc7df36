package io.github.ordertimeout.jdbc.close;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** H2 looks a list up by the first column of an index only. */
@EachDatabase(on = TestServer.H2)
class H2LedgerReadsTest {
    private static final Pattern SCANNED = Pattern.compile("scanCount: (\\d+)");

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("promise 6: the close numbers of a batch are read key by key, not by a walk through the ledger")
    void keyByKey() {
        db.withOwnTables();
        db.execute(
                "insert into order_timeout_release (source, order_id, close_no, type, rule, reason, actor, token, closed_at)"
                        + " select 'shop_order', cast(x as varchar), 1, 'none', 'unpaid', 'timeout', 'engine', 't', current_timestamp"
                        + " from system_range(1, 20000)");
        OwnRecords records = new OwnRecords(
                new Ledger("order_timeout_release", "shop_order", db.server().dialect()),
                Optional.empty(),
                "shop_order",
                db.server().dialect());
        List<String> ids =
                IntStream.rangeClosed(1, 500).mapToObj(String::valueOf).toList();
        Sql query = records.keyByKey(ids).orElseThrow();
        assertThat(db.database().read((Session session) -> session.query(query, row -> row.getLong(2))))
                .hasSize(500)
                .containsOnly(1L);
        String plan = db.database()
                .read((Session session) ->
                        session.first(Sql.text("EXPLAIN ANALYZE ").then(query), row -> row.getString(1)))
                .orElseThrow();
        Matcher counts = SCANNED.matcher(plan);
        assertThat(counts.find()).isTrue();
        assertThat(SCANNED.matcher(plan)
                        .results()
                        .mapToLong(count -> Long.parseLong(count.group(1)))
                        .sum())
                .isLessThan(2_000);
    }
}
