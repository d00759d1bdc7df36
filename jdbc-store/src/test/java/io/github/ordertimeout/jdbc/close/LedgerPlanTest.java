package io.github.ordertimeout.jdbc.close;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.Plan;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import java.time.Instant;
import java.util.List;
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
        Plan.of(db, ledger.closesQuery(ids, "unpaid", Instant.EPOCH)).assertKeyByKey();
        assertThat(db.database().read((Session session) -> ledger.closes(session, ids, "unpaid", Instant.EPOCH)))
                .hasSize(200)
                .containsEntry("20000", new Ledger.Closes(1, 1));
    }
}
