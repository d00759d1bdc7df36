package io.github.ordertimeout.standalone.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;

/** A few connections to one database. */
public final class ConnectionPool implements AutoCloseable {
    private static final int SECONDS = 10;

    private final HikariDataSource connections;

    private ConnectionPool(HikariDataSource connections) {
        this.connections = connections;
    }

    /**
     * Connects.
     *
     * @throws CannotStartException if that fails, after about {@value #SECONDS} seconds at the latest
     */
    public static ConnectionPool open(JdbcTarget target, int size) {
        Properties properties = target.properties();
        // Asked once without the pool, which would try for long and hide the driver's own words.
        DriverManager.setLoginTimeout(SECONDS);
        try {
            DriverManager.getConnection(target.url(), properties).close();
            return new ConnectionPool(pool(target, properties, size));
        } catch (SQLException e) {
            throw new CannotStartException(ConnectionAdvice.message(target, e), e);
        }
    }

    private static HikariDataSource pool(JdbcTarget target, Properties properties, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("order-timeout");
        config.setJdbcUrl(target.url());
        config.setDataSourceProperties(properties);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(SECONDS * 1000L);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** The pool as the store wants it. */
    public DataSource dataSource() {
        return connections;
    }

    @Override
    public void close() {
        connections.close();
    }
}
