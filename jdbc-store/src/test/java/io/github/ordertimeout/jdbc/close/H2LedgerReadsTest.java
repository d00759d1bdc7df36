package io.github.ordertimeout.jdbc.close;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.payment.JdbcPaymentBook;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.util.List;
import java.util.Optional;
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
        Sql query = query(Optional.empty());
        assertThat(db.database().read((Session session) -> session.query(query, row -> row.getLong(2))))
                .hasSize(500)
                .containsOnly(1L);
        assertThat(rowsRead(query)).isBetween(1L, 2_000L);
    }

    @Test
    @DisplayName(
            "promise 6: whether there is any payment is read in the key's order, however many there are of the source")
    void anyPayment() {
        db.withOwnTables();
        db.execute("insert into order_timeout_payment (source, order_id, reference, rule, standing, seen_at, token)"
                + " select 'shop_order', 'x' || x, 'r', 'unpaid', 'REFUND_OWED', current_timestamp, 't'"
                + " from system_range(1, 20000)");
        Sql query = query(Optional.of(new JdbcPaymentBook(db.database(), new OwnTables("order_timeout_"))));
        assertThat(db.database().read((Session session) -> session.query(query, row -> row.getString(1))))
                .isEmpty();
        assertThat(rowsRead(query)).isBetween(1L, 3_000L);
    }

    private Sql query(Optional<JdbcPaymentBook> payments) {
        OwnRecords records = new OwnRecords(
                new Ledger("order_timeout_release", "shop_order", db.server().dialect()),
                payments,
                "shop_order",
                db.server().dialect());
        List<String> ids =
                IntStream.rangeClosed(1, 500).mapToObj(String::valueOf).toList();
        return records.keyByKey(ids).orElseThrow();
    }

    private long rowsRead(Sql query) {
        String plan = db.database()
                .read((Session session) ->
                        session.first(Sql.text("EXPLAIN ANALYZE ").then(query), row -> row.getString(1)))
                .orElseThrow();
        return SCANNED.matcher(plan)
                .results()
                .mapToLong(count -> Long.parseLong(count.group(1)))
                .sum();
    }
}
