package io.github.ordertimeout.chaos;

import io.github.ordertimeout.jdbc.Schema;
import io.github.ordertimeout.jdbc.database.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The shop's tables, with witnesses of the database itself: a trigger notes each status that an order takes, and when. Status 0
 * waits for payment, 1 is paid, 4 closed. Another trigger lets a table of the library refuse rows while a switch is on.
 */
final class ShopTables {
    static final int SKUS = 20;
    static final int STOCK = 1_000_000;
    /** What {@code close_reason} says where the customer has cancelled by the shop's own page. */
    static final String CUSTOMER = "customer";
    /** The library's tables that can refuse rows. */
    static final List<String> REFUSING =
            List.of("order_timeout_release", "order_timeout_compensation", "order_timeout_payment");

    private ShopTables() {}

    static void create(ShopDatabase database, DataSource admin) throws SQLException {
        Schema.create(Database.builder(admin).build(), "order_timeout_");
        boolean postgres = database.product() == Product.POSTGRESQL;
        List<String> ddl = new ArrayList<>(List.of(
                "create table shop_order (id bigint primary key, order_no varchar(40) not null, status int not null,"
                        + " created_at " + database.product().localTime() + " not null, created_micros bigint not null,"
                        + " amount decimal(12,2) not null, close_reason varchar(255))",
                "create index shop_order_due on shop_order (status, created_at, id)",
                "create table shop_item (id bigint primary key, order_id bigint not null, sku varchar(40) not null,"
                        + " qty int not null)",
                "create index shop_item_order on shop_item (order_id)",
                "create table shop_stock (sku varchar(40) primary key, reserved int not null, available int not null)",
                "create table shop_history (seq " + (postgres ? "bigserial" : "bigint auto_increment")
                        + " primary key, order_id bigint not null, old_status int not null, new_status int not null,"
                        + " at_micros bigint not null, reason varchar(255))",
                "create table shedlock (name varchar(64) primary key, lock_until timestamp(3) not null, locked_at timestamp(3)"
                        + " not null, locked_by varchar(255) not null)",
                "create table chaos_switch (name varchar(64) primary key, refuse int not null)"));
        for (int sku = 0; sku < SKUS; sku++) {
            ddl.add("insert into shop_stock values ('" + sku(sku) + "', 0, " + STOCK + ")");
        }
        REFUSING.forEach(table -> ddl.add("insert into chaos_switch values ('" + table + "', 0)"));
        ddl.addAll(postgres ? postgresTriggers() : mariaTriggers());
        database.execute(ddl.toArray(String[]::new));
    }

    static String sku(int number) {
        return String.format("sku%02d", number);
    }

    private static List<String> postgresTriggers() {
        String now = Product.POSTGRESQL.nowMicros();
        List<String> ddl = new ArrayList<>(List.of(
                "create function witness() returns trigger language plpgsql as $$ begin"
                        + " if tg_op = 'INSERT' then insert into shop_history (order_id, old_status, new_status, at_micros)"
                        + " values (new.id, -1, new.status, " + now + ");"
                        + " elsif old.status <> new.status then insert into shop_history"
                        + " (order_id, old_status, new_status, at_micros, reason)"
                        + " values (new.id, old.status, new.status, " + now + ", new.close_reason); end if;"
                        + " return null; end $$",
                "create trigger witness after insert or update on shop_order for each row execute function witness()",
                "create function refuses() returns trigger language plpgsql as $$ begin"
                        + " if (select refuse from chaos_switch where name = tg_table_name) = 1 then"
                        + " raise exception 'disk full' using errcode = '53100'; end if;"
                        + " if (select refuse from chaos_switch where name = tg_table_name) = 2 then"
                        + " raise exception 'permission denied' using errcode = '42501'; end if;"
                        + " return new; end $$"));
        REFUSING.forEach(table -> ddl.add(
                "create trigger refuses before insert on " + table + " for each row execute function refuses()"));
        return ddl;
    }

    private static List<String> mariaTriggers() {
        String now = Product.MARIADB.nowMicros();
        List<String> ddl = new ArrayList<>(List.of(
                "create trigger witness_made after insert on shop_order for each row insert into shop_history"
                        + " (order_id, old_status, new_status, at_micros) values (new.id, -1, new.status, " + now + ")",
                "create trigger witness_changed after update on shop_order for each row begin"
                        + " if old.status <> new.status then insert into shop_history"
                        + " (order_id, old_status, new_status, at_micros, reason)"
                        + " values (new.id, old.status, new.status, " + now + ", new.close_reason); end if; end"));
        REFUSING.forEach(
                table -> ddl.add(
                        "create trigger refuses_" + table + " before insert on " + table
                                + " for each row begin declare way int default (select refuse from chaos_switch where name = '"
                                + table
                                + "'); if way = 1 then signal sqlstate 'HY000' set mysql_errno = 1021, message_text = 'disk full'; end if;"
                                + " if way = 2 then signal sqlstate '42000' set mysql_errno = 1142, message_text = 'denied'; end if; end"));
        return ddl;
    }
}
