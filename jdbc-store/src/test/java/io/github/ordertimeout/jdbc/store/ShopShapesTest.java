package io.github.ordertimeout.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.store.RuleStore;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Tables shaped like those of known shops, served by configuration alone. */
@EachDatabase(on = {TestServer.POSTGRESQL, TestServer.MARIADB, TestServer.MYSQL})
class ShopShapesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Parameter
    TestDatabase db;

    @Test
    @DisplayName("mall: whole numbers, local times of Shanghai, flash sales with a term of their own")
    void mall() {
        onMySql();
        db.execute("""
                CREATE TABLE oms_order (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, order_sn varchar(64), create_time datetime,
                  status int(1), order_type int(1), delete_status int(1) NOT NULL DEFAULT 0, payment_time datetime,
                  modify_time datetime) CHARACTER SET utf8
                """, """
                INSERT INTO oms_order (id, order_sn, create_time, status, order_type, delete_status, payment_time) VALUES
                  (1, 'overdue', '2026-03-01 16:00:00', 0, 0, 0, NULL), (2, 'young', '2026-03-01 17:50:00', 0, 0, 0, NULL),
                  (3, 'flash', '2026-03-01 17:50:00', 0, 1, 0, NULL), (4, 'deleted', '2026-03-01 16:00:00', 0, 0, 1, NULL),
                  (5, 'paid', '2026-03-01 16:00:00', 1, 0, 0, NULL), (6, 'odd', '2026-03-01 16:00:00', 0, 0, 0, '2026-03-01 16:01:00'),
                  (7, 'no time', NULL, 0, 0, 0, NULL)
                """);
        closes("""
                table: oms_order
                id-column: id
                number-column: order_sn
                status-column: status
                open-status: 0
                closed-status: 4
                paid-status: 1, 2, 3
                created-column: create_time
                timeout: 1h
                timeouts-by[0].where.order_type: 1
                timeouts-by[0].timeout: 5m
                time-zone: Asia/Shanghai
                where.delete_status: 0
                paid-evidence.payment_time: not null
                on-close.modify_time: :now
                """, "1", "3");
        assertThat(db.column("SELECT CAST(modify_time AS CHAR) FROM oms_order WHERE status = 4"))
                .containsOnly("2026-03-01 18:00:00");
    }

    @Test
    @DisplayName("Sylius: three state columns, TIMESTAMP(0) without a zone, payments closed along")
    void sylius() {
        onPostgres();
        db.execute(
                """
                CREATE TABLE sylius_order (id int PRIMARY KEY, number varchar(255), state varchar(255) NOT NULL,
                  checkout_completed_at timestamp(0), checkout_state varchar(255) NOT NULL, payment_state varchar(255) NOT NULL,
                  shipping_state varchar(255) NOT NULL)
                """,
                "CREATE TABLE sylius_payment (id int PRIMARY KEY, order_id int, state varchar(255))",
                """
                INSERT INTO sylius_order VALUES
                  (1, '000001', 'new', '2026-02-24 10:59:59', 'completed', 'awaiting_payment', 'ready'),
                  (2, '000002', 'new', '2026-02-24 11:00:01', 'completed', 'awaiting_payment', 'ready'),
                  (3, '000003', 'new', '2026-02-01 00:00:00', 'completed', 'refunded', 'ready'),
                  (4, NULL, 'cart', NULL, 'cart', 'cart', 'cart'),
                  (5, '000005', 'new', '2026-02-01 00:00:00', 'completed', 'authorized', 'ready')
                """,
                "INSERT INTO sylius_payment VALUES (1, 1, 'new'), (2, 2, 'new')");
        closes("""
                table: sylius_order
                id-column: id
                number-column: number
                status-column: state
                open-status: new
                closed-status: cancelled
                paid-status: fulfilled
                created-column: checkout_completed_at
                timeout: 5d
                time-zone: Europe/Warsaw
                where.checkout_state: completed
                where.payment_state: awaiting_payment
                on-close.payment_state: cancelled
                on-close.shipping_state: cancelled
                also-execute[0]: UPDATE sylius_payment SET state = 'cancelled' WHERE order_id = :id AND state = 'new'
                """, "1");
        assertThat(db.column("SELECT state FROM sylius_payment ORDER BY id")).containsExactly("cancelled", "new");
    }

    @Test
    @DisplayName("Shopware: binary ids in a composite key, states by foreign key, payments in another table")
    void shopware() {
        onMySql();
        String live = "0fa91ce3e96a4bc2be4bd9ce752c3425";
        db.execute(
                "CREATE TABLE state (id binary(16) PRIMARY KEY, technical_name varchar(255))",
                "INSERT INTO state VALUES (UNHEX('" + "a".repeat(32) + "'), 'open'), (UNHEX('" + "b".repeat(32)
                        + "'), 'cancelled')",
                "CREATE TABLE `order` (id binary(16), version_id binary(16), state_id binary(16) NOT NULL, order_number"
                        + " varchar(64), order_date_time datetime(3) NOT NULL, PRIMARY KEY (id, version_id))",
                "CREATE TABLE paid (order_id binary(16))",
                "CREATE TABLE history (order_id binary(16), old_state binary(16), number varchar(64))");
        for (int i = 1; i <= 3; i++) {
            String id = String.valueOf(i).repeat(32);
            for (String version : List.of(live, "f".repeat(32))) {
                db.execute("INSERT INTO `order` VALUES (UNHEX('" + id + "'), UNHEX('" + version + "'), UNHEX('"
                        + "a".repeat(32) + "'), 'N" + i + "', '2026-02-2" + i + " 00:00:00')");
            }
        }
        db.execute("INSERT INTO paid VALUES (UNHEX('" + "2".repeat(32) + "'))");
        closes("""
                table: order
                id-column: id
                number-column: order_number
                status-column: state_id
                open-status: sql:SELECT id FROM state WHERE technical_name = 'open'
                closed-status: sql:SELECT id FROM state WHERE technical_name = 'cancelled'
                created-column: order_date_time
                timeout: 1d
                time-zone: UTC
                where.version_id: 0FA91CE3-E96A-4BC2-BE4B-D9CE752C3425
                paid-evidence-sql: EXISTS (SELECT 1 FROM paid p WHERE p.order_id = o.id)
                also-execute[0]: INSERT INTO history VALUES (:id, :old_status, :number)
                """, "1".repeat(32), "3".repeat(32));
        assertThat(db.number("SELECT COUNT(*) FROM `order` WHERE state_id = UNHEX('" + "b".repeat(32) + "')"))
                .isEqualTo(2);
        assertThat(db.column("SELECT CONCAT(HEX(order_id), HEX(old_state), number) FROM history ORDER BY number"))
                .containsExactly("1".repeat(32) + "A".repeat(32) + "N1", "3".repeat(32) + "A".repeat(32) + "N3");
    }

    @Test
    @DisplayName("Bagisto: MySQL's TIMESTAMP, text statuses, the method of payment in another table")
    void bagisto() {
        onMySql();
        db.execute(
                "CREATE TABLE orders (id int unsigned AUTO_INCREMENT PRIMARY KEY, increment_id varchar(255) UNIQUE, status"
                        + " varchar(255), created_at timestamp NULL, updated_at timestamp NULL)",
                "CREATE TABLE order_payment (id int unsigned AUTO_INCREMENT PRIMARY KEY, order_id int unsigned, method"
                        + " varchar(255))",
                "INSERT INTO orders VALUES (1, '1', 'pending', FROM_UNIXTIME(" + ago(3600)
                        + "), NULL), (2, '2', 'pending',"
                        + " FROM_UNIXTIME(" + ago(899) + "), NULL), (3, '3', 'pending', FROM_UNIXTIME(" + ago(3600)
                        + "), NULL), (4, '4', 'processing', FROM_UNIXTIME(" + ago(3600)
                        + "), NULL), (5, '5', 'pending', NULL,"
                        + " NULL), (6, '6', 'pending_payment', FROM_UNIXTIME(" + ago(900) + "), NULL)",
                "INSERT INTO order_payment (order_id, method) VALUES (1, 'paypal'), (3, 'moneytransfer'), (6, 'paypal')");
        closes("""
                table: orders
                id-column: id
                number-column: increment_id
                status-column: status
                open-status: pending, pending_payment
                closed-status: canceled
                paid-status: processing, completed
                created-column: created_at
                timeout: 15m
                where-sql: NOT EXISTS (SELECT 1 FROM order_payment p WHERE p.order_id = o.id AND p.method = 'moneytransfer') -- slow
                on-close.updated_at: :now
                """, "1", "6");
        assertThat(db.column("SELECT UNIX_TIMESTAMP(updated_at) FROM orders WHERE status = 'canceled'"))
                .containsOnly(String.valueOf(NOW.getEpochSecond()));
    }

    @Test
    @DisplayName("litemall: small numbers, an update time as optimistic lock, a boolean that is a tinyint")
    void litemall() {
        onMySql();
        db.execute(
                "CREATE TABLE litemall_order (id int AUTO_INCREMENT PRIMARY KEY, order_sn varchar(63) NOT NULL, order_status"
                        + " smallint(6) NOT NULL, end_time datetime, add_time datetime, update_time datetime, deleted tinyint(1)"
                        + " DEFAULT '0')",
                "INSERT INTO litemall_order VALUES (1, 'a', 101, NULL, '2026-03-01 17:29:59', NULL, 0), (2, 'b', 101, NULL,"
                        + " '2026-03-01 17:30:01', NULL, 0), (3, 'c', 101, NULL, '2026-03-01 10:00:00', NULL, 1), (4, 'd', 201,"
                        + " NULL, '2026-03-01 10:00:00', NULL, 0)");
        closes("""
                table: litemall_order
                id-column: id
                number-column: order_sn
                status-column: order_status
                open-status: 101
                closed-status: 103
                paid-status: 201
                created-column: add_time
                timeout: 30m
                time-zone: Asia/Shanghai
                where.deleted: false
                on-close.end_time: :now
                on-close.update_time: :now
                """, "1");
    }

    @Test
    @DisplayName("Medusa: a reserved table name, a native enum, text ids, soft deletion")
    void medusa() {
        onPostgres();
        db.execute(
                "CREATE TYPE order_status_enum AS ENUM ('pending', 'completed', 'draft', 'canceled')",
                "CREATE TABLE \"order\" (id text PRIMARY KEY, display_id serial, status order_status_enum NOT NULL, created_at"
                        + " timestamptz NOT NULL, deleted_at timestamptz, canceled_at timestamptz, metadata jsonb)",
                "INSERT INTO \"order\" (id, status, created_at, deleted_at) VALUES ('order_1', 'pending', '2026-03-01 08:59+00',"
                        + " NULL), ('order_2', 'pending', '2026-03-01 09:01+00', NULL), ('order_3', 'pending', '2026-02-01',"
                        + " '2026-02-02'), ('order_4', 'completed', '2026-02-01', NULL)");
        closes("""
                table: order
                id-column: id
                number-column: display_id
                status-column: status
                open-status: pending
                closed-status: canceled
                paid-status: completed
                created-column: created_at
                timeout: 1h
                where.deleted_at: is null
                on-close.canceled_at: :now
                columns: metadata
                """, "order_1");
        assertThat(db.number("SELECT EXTRACT(EPOCH FROM canceled_at)::bigint FROM \"order\" WHERE status = 'canceled'"))
                .isEqualTo(NOW.getEpochSecond());
    }

    @Test
    @DisplayName("Saleor: UUIDs, only orders without any payment, an event row with JSON per order")
    void saleor() {
        onPostgres();
        String id = "0b8a6c2e-6f6e-4d57-9c1d-2f0c1b7a5e1";
        db.execute(
                "CREATE TABLE order_order (id uuid PRIMARY KEY, number int UNIQUE, created_at timestamptz NOT NULL, expired_at"
                        + " timestamptz, status varchar(32) NOT NULL, charge_status varchar(32) NOT NULL)",
                "CREATE TABLE payment_payment (id serial PRIMARY KEY, order_id uuid)",
                "CREATE TABLE order_orderevent (id serial PRIMARY KEY, date timestamptz NOT NULL, type varchar(255), order_id uuid"
                        + " NOT NULL, parameters jsonb NOT NULL)",
                "INSERT INTO order_order VALUES ('" + id + "1', 1, '2026-02-28', NULL, 'unconfirmed', 'none'), ('" + id
                        + "2', 2, '2026-02-28', NULL, 'unconfirmed', 'none'), ('" + id
                        + "3', 3, '2026-03-01 09:59+00', NULL, 'unconfirmed', 'none')",
                "INSERT INTO payment_payment (order_id) VALUES ('" + id + "2')");
        closes("""
                table: order_order
                id-column: id
                number-column: number
                status-column: status
                open-status: unconfirmed
                closed-status: expired
                paid-status: fulfilled
                created-column: created_at
                timeout: 2h
                where.charge_status: none
                where-sql: NOT EXISTS (SELECT 1 FROM payment_payment p WHERE p.order_id = o.id) AND o.created_at < :now
                on-close.expired_at: :now
                also-execute[0]: INSERT INTO order_orderevent (date, type, order_id, parameters) VALUES (:now, 'expired', :id, '{"a": ":b"}'::jsonb)
                """, id + "1");
        assertThat(db.column("SELECT order_id || type || (parameters ->> 'a') FROM order_orderevent"))
                .containsExactly(id + "1expired:b");
    }

    @Test
    @DisplayName("yudao: booleans beside numbers that mean booleans, who closed it and why")
    void yudao() {
        onPostgres();
        db.execute(
                "CREATE TABLE trade_order (id int8 PRIMARY KEY, no varchar(255) NOT NULL, status int4 NOT NULL, cancel_time"
                        + " timestamp, cancel_type int4, pay_status bool NOT NULL, updater varchar(64) DEFAULT '', create_time"
                        + " timestamp NOT NULL, update_time timestamp NOT NULL, deleted int2 NOT NULL DEFAULT 0)",
                "INSERT INTO trade_order VALUES (1, 'a', 0, NULL, NULL, false, '', '2026-03-01 15:59', now(), 0), (2, 'b', 0, NULL,"
                        + " NULL, false, '', '2026-03-01 16:01', now(), 0), (3, 'c', 0, NULL, NULL, true, '', '2026-03-01 12:00',"
                        + " now(), 0), (4, 'd', 0, NULL, NULL, false, '', '2026-03-01 12:00', now(), 1)");
        closes("""
                table: trade_order
                id-column: id
                number-column: no
                status-column: status
                open-status: 0
                closed-status: 40
                paid-status: 10, 20, 30
                created-column: create_time
                timeout: 2h
                time-zone: Asia/Shanghai
                where.deleted: 0
                paid-evidence.pay_status: true
                on-close.cancel_type: 10
                on-close.cancel_time: :now
                on-close.updater: :rule
                on-close.update_time: :now
                """, "1");
        assertThat(db.column("SELECT updater || cancel_type || cancel_time FROM trade_order WHERE status = 40"))
                .containsExactly("unpaid102026-03-01 18:00:00");
    }

    private void closes(String rule, String... expected) {
        db.withOwnTables();
        RuleStore store = JdbcOrderStore.builder()
                .dataSource(db.dataSource())
                .isolation(db.isolation())
                .clock(() -> NOW)
                .build()
                .open(Closing.rule(rule));
        assertThat(Closing.ids(Closing.all(store, NOW, 2))).containsExactlyInAnyOrder(expected);
        assertThat(Closing.all(store, NOW, 2)).as("a second pass").isEmpty();
        assertThat(db.column("SELECT order_id FROM order_timeout_release")).containsExactlyInAnyOrder(expected);
    }

    private static long ago(long seconds) {
        return NOW.getEpochSecond() - seconds;
    }

    private void onMySql() {
        assumeThat(db.server().isMySqlFamily()).isTrue();
    }

    private void onPostgres() {
        assumeThat(db.server()).isEqualTo(TestServer.POSTGRESQL);
    }
}
