package io.github.ordertimeout.jdbc.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.jdbc.Schema;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class SchemaTest {
    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("the printed DDL is plain SQL that makes what the check looks for, and may be run twice")
    void printedDdlMakesTheTables() {
        String ddl = Schema.ddl(db.server().dialect().name(), "ot_");
        assertThat(ddl).doesNotContain("${").startsWith("-- Order Timeout");
        for (int run = 0; run < 2; run++) {
            for (String statement : ddl.split(";\\R", -1)) {
                if (!statement.replaceAll("(?m)^--.*$", "").isBlank()) {
                    db.execute(statement);
                }
            }
        }
        assertThat(Schema.faults(db.database(), "ot_")).isEmpty();
    }

    @Test
    @DisplayName("a missing table and a missing column are named, with the remedy")
    void faultsAreNamed() {
        Database database = db.database();
        assertThat(Schema.faults(database, "order_timeout_"))
                .hasSize(4)
                .allSatisfy(fault -> assertThat(fault).contains("`schema`").doesNotContain("\n"))
                .anySatisfy(fault -> assertThat(fault).contains("table order_timeout_compensation"));
        Schema.create(database, "order_timeout_");
        assertThat(Schema.faults(database, "order_timeout_")).isEmpty();
        db.execute("ALTER TABLE order_timeout_state DROP COLUMN content");
        assertThat(Schema.faults(database, "order_timeout_"))
                .singleElement()
                .asString()
                .containsIgnoringCase("content")
                .contains("order_timeout_state");
    }

    @Test
    @DisplayName("a table that others made without transactions, or with a collation that ignores case, is named")
    void unsafeTablesAreNamed() {
        Assumptions.assumeTrue(db.server().isMySqlFamily(), "only MariaDB and MySQL have such tables");
        db.withOwnTables();
        db.execute(
                "ALTER TABLE order_timeout_state ENGINE = MyISAM",
                "ALTER TABLE order_timeout_release MODIFY order_id varchar(255) COLLATE utf8mb4_general_ci NOT NULL");
        assertThat(Schema.faults(db.database(), "order_timeout_"))
                .hasSize(2)
                .anySatisfy(fault -> assertThat(fault).contains("order_timeout_release", "utf8mb4_general_ci"))
                .anySatisfy(fault -> assertThat(fault).contains("order_timeout_state", "MyISAM"));
    }

    @Test
    @DisplayName("several nodes may make the tables at the same moment")
    void concurrentCreation() throws Exception {
        Database database = db.database();
        int nodes = 4;
        CyclicBarrier start = new CyclicBarrier(nodes);
        ExecutorService pool = Executors.newFixedThreadPool(nodes);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                all.add(pool.submit(() -> {
                    start.await();
                    Schema.create(database, "order_timeout_");
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(Schema.faults(database, "order_timeout_")).isEmpty();
    }

    @Test
    @DisplayName("a prefix that is no name is refused")
    void prefixIsChecked() {
        assertThatThrownBy(() -> Schema.ddl("h2", "x; drop table orders; --"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("tables.prefix");
    }
}
