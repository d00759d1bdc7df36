package io.github.ordertimeout.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.scan.Shard;
import io.github.ordertimeout.store.RuleStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Ids of every kind page, close and are found, with one canonical text each. */
@EachDatabase
class IdKindsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("whole numbers")
    void numbers() {
        check("int", id -> String.valueOf(id), id -> String.valueOf(id));
        check("decimal(20,0)", id -> "1234567890123456789" + id, id -> "1234567890123456789" + id);
        if (db.server().isMySqlFamily()) {
            check("bigint unsigned", id -> "1844674407370955160" + id, id -> "1844674407370955160" + id);
        }
    }

    @Test
    @DisplayName("text, of varying and of fixed length, digits included")
    void text() {
        check("varchar(40)", id -> "'O-" + id + "'", id -> "O-" + id);
        check("varchar(40)", id -> "'00" + id + "'", id -> "00" + id);
        check("char(30)", id -> "'fixed" + id + "'", id -> "fixed" + id);
    }

    @Test
    @DisplayName("UUIDs, native, as text and as bytes")
    void uuids() {
        IntFunction<String> uuid = id -> new UUID(7, id).toString();
        check("char(36)", id -> "'" + uuid.apply(id) + "'", uuid);
        switch (db.server()) {
            case POSTGRESQL, H2 -> check("uuid", id -> "'" + uuid.apply(id) + "'", uuid);
            default -> check("binary(16)", id -> "UNHEX('" + bare(uuid.apply(id)) + "')", id -> bare(uuid.apply(id)));
        }
        if (db.server() == TestServer.H2) {
            check("binary(16)", id -> "X'" + bare(uuid.apply(id)) + "'", id -> bare(uuid.apply(id)));
        }
    }

    private static String bare(String uuid) {
        return uuid.replace("-", "");
    }

    private void check(String type, IntFunction<String> literal, IntFunction<String> canonical) {
        String time = db.server().isMySqlFamily() ? "datetime" : "timestamp";
        db.withOwnTables();
        db.execute(
                "DROP TABLE IF EXISTS orders",
                "DELETE FROM order_timeout_release",
                "CREATE TABLE orders (id " + type + " NOT NULL PRIMARY KEY, status int, created_at " + time + ")");
        List<String> expected = new ArrayList<>();
        for (int id = 1; id <= 5; id++) {
            db.execute("INSERT INTO orders VALUES (" + literal.apply(id) + ", 0, '2026-03-01 09:00:00')");
            expected.add(canonical.apply(id));
        }
        RuleStore rule = JdbcOrderStore.builder()
                .dataSource(db.dataSource())
                .clock(() -> NOW)
                .build()
                .open(Closing.rule("""
                        table: orders
                        id-column: id
                        status-column: status
                        open-status: 0
                        closed-status: 4
                        created-column: created_at
                        timeout: 15m
                        time-zone: UTC
                        also-execute[0]: UPDATE orders SET status = 5 WHERE id = :id
                        """));
        assertThat(rule.scanner()
                        .find(expected.get(0).toUpperCase(Locale.ROOT), NOW)
                        .size())
                .as("%s, in upper case", type)
                .isEqualTo(type.equals("varchar(40)") || type.startsWith("char(") ? caseKept(expected.get(0)) : 1);
        assertThat(ofThreeShards(rule)).as("%s, in shards", type).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(Closing.ids(Closing.all(rule, NOW, 2))).as(type).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(db.number("SELECT COUNT(*) FROM orders WHERE status = 5")).isEqualTo(5);
        assertThat(db.column("SELECT order_id FROM order_timeout_release"))
                .as(type)
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(rule.scanner().find(expected.get(0), NOW)).hasSize(1);
        assertThat(rule.scanner().find("no id at all, of no kind", NOW)).isEmpty();
    }

    private static List<String> ofThreeShards(RuleStore rule) {
        List<String> found = new ArrayList<>();
        for (int index = 0; index < 3; index++) {
            rule.scanner()
                    .nextPage(new ScanRequest(
                            rule.scanner().arms().get(0),
                            NOW,
                            Optional.empty(),
                            Optional.empty(),
                            100,
                            new Shard(index, 3)))
                    .orders()
                    .forEach(order -> found.add(order.id()));
        }
        return found;
    }

    /** Text keeps its case: another one names no order. */
    private static int caseKept(String id) {
        return id.equals(id.toUpperCase(Locale.ROOT)) ? 1 : 0;
    }
}
