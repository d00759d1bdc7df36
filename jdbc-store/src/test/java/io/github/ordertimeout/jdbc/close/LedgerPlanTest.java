package io.github.ordertimeout.jdbc.close;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.TimeLimits;
import io.github.ordertimeout.jdbc.payment.JdbcPaymentBook;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.sql.Sql;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.Plan;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** How the ledger is read while it grows faster than the server's statistics about it. */
@EachDatabase(on = TestServer.POSTGRESQL)
class LedgerPlanTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("promise 6: a ledger without statistics is read key by key, not walked through for every batch")
    void withoutStatistics() {
        db.withOwnTables();
        db.execute(
                "alter table order_timeout_release set (autovacuum_enabled = false)",
                "insert into order_timeout_release (source, order_id, close_no, type, rule, reason, actor, token, closed_at)"
                        + " select 'shop_order', cast(n as text), 1, 'none', 'unpaid', 'timeout', 'engine', 't', now()"
                        + " from generate_series(1, 20000) n");
        Ledger ledger =
                new Ledger("order_timeout_release", "shop_order", db.server().dialect());
        List<String> ids =
                IntStream.rangeClosed(19_801, 20_300).mapToObj(String::valueOf).toList();
        OwnRecords records = new OwnRecords(
                ledger,
                Optional.of(new JdbcPaymentBook(db.database(), new OwnTables("order_timeout_"))),
                "shop_order",
                db.server().dialect());
        Sql query = records.keyByKey(ids).orElseThrow();
        Plan.of(db, query).assertKeyByKey();
        assertThat(db.database()
                        .read((Session session) ->
                                session.query(query, row -> row.getString(1) + " " + row.getLong(2))))
                .hasSize(200)
                .contains("20000 1");
    }

    @Test
    @DisplayName(
            "promise 6: what was planned for an empty ledger is planned anew once it has filled, statistics or not")
    void plannedWhileEmpty() {
        db.withOwnTables();
        db.execute(
                "alter table order_timeout_release set (autovacuum_enabled = false)",
                "vacuum analyze order_timeout_release");
        Ledger ledger =
                new Ledger("order_timeout_release", "shop_order", db.server().dialect());
        OwnRecords records = new OwnRecords(
                ledger, Optional.empty(), "shop_order", db.server().dialect());
        List<String> ids =
                IntStream.rangeClosed(1, 500).mapToObj(String::valueOf).toList();
        Sql query = records.keyByKey(ids).orElseThrow();
        // As often as the driver and the server need to keep a plan, on one connection.
        long walked = db.database().transactions(TimeLimits.DEFAULT).inTransaction(transaction -> {
            Session session = transaction.unwrap(Session.class);
            for (int i = 0; i < 20; i++) {
                session.query(query, row -> row.getString(1));
            }
            session.update(
                    Sql.text("insert into order_timeout_release (source, order_id, close_no, type, rule, reason, actor,"
                            + " token, closed_at) select 'shop_order', cast(n as text), 1, 'none', 'unpaid', 'timeout', 'engine', 't',"
                            + " now() from generate_series(1, 5000) n"));
            assertThat(session.query(query, row -> row.getString(1))).hasSize(500);
            return session.first(
                            Sql.text("select seq_tup_read from pg_stat_xact_user_tables"
                                    + " where relname = 'order_timeout_release'"),
                            row -> row.getLong(1))
                    .orElseThrow();
        });
        assertThat(walked).as("rows read by walking through the ledger").isZero();
    }
}
