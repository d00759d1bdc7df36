package io.github.ordertimeout.jdbc.testdb;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.jdbc.Schema;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.DatabaseBuilder;
import io.github.ordertimeout.jdbc.database.Isolation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * A database of a test's own: an empty schema that goes away after the test. Handed in by {@link EachDatabase}.
 *
 * <p>It opens when it is first used.
 */
public final class TestDatabase implements AutoCloseable {
    private final TestServer server;
    private final Isolation isolation;
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final Supplier<FreshSchema> newSchema;
    private FreshSchema schema;
    private HikariDataSource main;

    public TestDatabase(TestServer server, Isolation isolation) {
        this(server, isolation, () -> FreshSchema.on(server));
    }

    /** On the server of that URL. */
    public TestDatabase(TestServer server, Isolation isolation, String serverUrl) {
        this(server, isolation, () -> FreshSchema.on(server, serverUrl));
    }

    private TestDatabase(TestServer server, Isolation isolation, Supplier<FreshSchema> newSchema) {
        QuietLoggers.silence();
        this.server = server;
        this.isolation = isolation;
        this.newSchema = newSchema;
    }

    /** For processes that a test starts: only warnings are told there, and drivers and pools keep quiet. */
    public static void silenceLoggers() {
        QuietLoggers.silence();
        QuietLoggers.onlyWarnings();
    }

    /** Which server it is on. */
    public TestServer server() {
        return server;
    }

    /** The isolation of {@link #database}. */
    public Isolation isolation() {
        return isolation;
    }

    /** JDBC URL of the schema, user and password included. */
    public String url() {
        return schema().url();
    }

    /** The schema's name; on H2 {@code PUBLIC}. */
    public String schemaName() {
        return schema().name();
    }

    /** A pool of four. */
    public DataSource dataSource() {
        if (main == null) {
            // The one that the pool opens to see whether there is a database is then the one that is handed out first.
            main = pool(config -> config.setMinimumIdle(1));
        }
        return main;
    }

    /** One more pool, configured as the test wants it; closed with this. */
    public HikariDataSource pool(Consumer<HikariConfig> configuration) {
        return pool("", configuration);
    }

    /** One more pool, with that added to its URL's parameters. */
    public HikariDataSource pool(String urlParameters, Consumer<HikariConfig> configuration) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema().url() + urlParameters);
        config.setMaximumPoolSize(4);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(5_000);
        configuration.accept(config);
        HikariDataSource pool = new HikariDataSource(config);
        pools.add(pool);
        return pool;
    }

    /** A database on {@link #dataSource}, in this test's isolation. */
    public Database database() {
        return builder().build();
    }

    /** The same, before it is built. */
    public DatabaseBuilder builder() {
        return builder(dataSource());
    }

    /** The same over another data source. */
    public DatabaseBuilder builder(DataSource dataSource) {
        return Database.builder(dataSource).dialect(server.dialect()).isolation(isolation);
    }

    /** Makes the library's own tables, with the default prefix. */
    public TestDatabase withOwnTables() {
        Schema.create(database(), "order_timeout_");
        return this;
    }

    /** Runs statements, each by itself. */
    public void execute(String... statements) {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** The first column of a query, as text. */
    public List<String> column(String query) {
        List<String> values = new ArrayList<>();
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** The one number that a query returns. */
    public long number(String query) {
        return Long.parseLong(column(query).get(0));
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
        pools.clear();
        main = null;
        if (schema != null) {
            schema.drop();
            schema = null;
        }
    }

    @Override
    public String toString() {
        return isolation == Isolation.READ_COMMITTED ? server.name() : server + ", " + isolation;
    }

    private FreshSchema schema() {
        if (schema == null) {
            schema = newSchema.get();
        }
        return schema;
    }
}
