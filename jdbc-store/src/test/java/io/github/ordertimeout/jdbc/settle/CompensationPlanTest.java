package io.github.ordertimeout.jdbc.settle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.Plan;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.settle.CompensationKind;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** How open rows are looked up for each scanned page while the table grows faster than the server's statistics. */
@EachDatabase(on = TestServer.POSTGRESQL)
class CompensationPlanTest {
    private static final Set<CompensationKind> KINDS = Set.of(CompensationKind.CLOSE, CompensationKind.RECHECK);

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName(
            "promise 6: what is owed is looked up key by key without statistics, not walked through for every page")
    void withoutStatistics() {
        db.withOwnTables();
        db.execute(
                "alter table order_timeout_compensation set (autovacuum_enabled = false)",
                "insert into order_timeout_compensation (rule, source, order_id, kind, state, attempts, reason,"
                        + " next_attempt_at, created_at, updated_at) select 'unpaid', 'shop_order', cast(n as text), kind,"
                        + " 'PENDING', 0, 'owed', now(), now(), now()"
                        + " from generate_series(1, 20000) n, unnest(array['RELEASE', 'RECHECK', 'CLOSE']) kind"
                        + " where kind = 'RELEASE' or n % 2 = 0");
        List<String> ids =
                IntStream.rangeClosed(19_801, 20_300).mapToObj(String::valueOf).toList();
        Plan.of(
                        db,
                        new CompensationSql(db.server().dialect(), new OwnTables("order_timeout_"))
                                .open("shop_order", KINDS, ids))
                .assertKeyByKey();
        assertThat(new JdbcCompensationStore(db.database(), new OwnTables("order_timeout_"))
                        .open("shop_order", KINDS, ids))
                .hasSize(100)
                .containsEntry("20000", KINDS)
                .doesNotContainKey("19801");
    }
}
