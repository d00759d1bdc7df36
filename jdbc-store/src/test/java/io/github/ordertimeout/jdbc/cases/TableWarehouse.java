package io.github.ordertimeout.jdbc.cases;

import io.github.ordertimeout.close.ClosedOrder;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.release.InventoryReleaser;
import io.github.ordertimeout.release.ReleaseContext;
import io.github.ordertimeout.release.ReleaseMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A warehouse elsewhere whose books outlive a killed process: tables that it writes through connections of its own. It logs each
 * call, and takes each key once.
 */
final class TableWarehouse implements InventoryReleaser {
    static final String TYPE = "warehouse";

    private final DataSource dataSource;
    private final String takeKey;

    TableWarehouse(DataSource dataSource, boolean mySqlFamily) {
        this.dataSource = dataSource;
        this.takeKey = "insert " + (mySqlFamily ? "ignore " : "")
                + "into warehouse_given (idempotency_key, order_id) values (?, ?)"
                + (mySqlFamily ? "" : " on conflict do nothing");
    }

    static void create(TestDatabase db) {
        String id = db.server() == TestServer.POSTGRESQL ? "bigserial" : "bigint auto_increment";
        db.execute(
                "create table warehouse_call (id " + id + " primary key, idempotency_key varchar(200) not null)",
                "create table warehouse_given (idempotency_key varchar(200) primary key, order_id bigint not null)");
    }

    @Override
    public String releaseType() {
        return TYPE;
    }

    @Override
    public ReleaseMode mode() {
        return ReleaseMode.REMOTE;
    }

    @Override
    public void release(ClosedOrder order, ReleaseContext context) {
        String key = order.idempotencyKey(TYPE);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement call =
                        connection.prepareStatement("insert into warehouse_call (idempotency_key) values (?)");
                PreparedStatement given = connection.prepareStatement(takeKey)) {
            call.setString(1, key);
            call.executeUpdate();
            given.setString(1, key);
            given.setLong(2, Long.parseLong(order.order().id()));
            given.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
