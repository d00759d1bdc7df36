package io.github.ordertimeout.jdbc.payment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.Plan;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** How the seen payments are read in the closing transaction while they grow faster than the server's statistics. */
@EachDatabase(on = TestServer.POSTGRESQL)
class PaymentPlanTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("promise 6: payments without statistics are read key by key, not walked through for every batch")
    void withoutStatistics() {
        db.withOwnTables();
        db.execute(
                "alter table order_timeout_payment set (autovacuum_enabled = false)",
                "insert into order_timeout_payment (source, order_id, reference, rule, standing, seen_at, token)"
                        + " select 'shop_order', cast(n as text), r, 'unpaid', case n % 2 when 0 then 'PAID' else 'REFUNDED' end,"
                        + " now(), 't' from generate_series(1, 20000) n, unnest(array['a', 'b']) r");
        JdbcPaymentBook book = new JdbcPaymentBook(db.database(), new OwnTables("order_timeout_"));
        List<String> ids =
                IntStream.rangeClosed(19_801, 20_300).mapToObj(String::valueOf).toList();
        Plan.of(db, book.heldQuery("shop_order", ids)).assertKeyByKey();
        assertThat(db.database().read((Session session) -> book.held(session, "shop_order", ids)))
                .hasSize(100)
                .contains("20000")
                .doesNotContain("19801");
    }
}
