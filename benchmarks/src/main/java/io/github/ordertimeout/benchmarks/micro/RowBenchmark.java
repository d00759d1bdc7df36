package io.github.ordertimeout.benchmarks.micro;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.contender.Work;
import io.github.ordertimeout.benchmarks.shop.Shop;
import io.github.ordertimeout.benchmarks.shop.Size;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.mapping.OrderRow;
import io.github.ordertimeout.jdbc.mapping.OrderSelect;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.sql.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Makes an order of one row of a page, the row lying in memory already. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RowBenchmark {
    private static final String URL = "jdbc:h2:mem:micro;DB_CLOSE_DELAY=-1";

    private final HikariDataSource pool = new HikariDataSource();
    private @Nullable OrderSelect select;
    private @Nullable Connection connection;
    private @Nullable ResultSet row;

    /** Opens the shop's rule on an embedded database and stays on a row of it: what the database did for that is done. */
    @Setup
    public void open() throws SQLException {
        try (io.github.ordertimeout.benchmarks.shop.Database database =
                io.github.ordertimeout.benchmarks.shop.Database.open(URL)) {
            Shop.open(database, Size.of(10, 1));
        }
        pool.setJdbcUrl(URL);
        Rule rule = Objects.requireNonNull(
                EngineRule.withStock(Work.USUAL).settings().rules().get(EngineRule.NAME));
        Database store = Database.builder(pool).build();
        OrderSelect opened = new OrderSelect(store.read(session -> RuleMapper.map(rule, session, store.dialect())));
        connection = pool.getConnection();
        row = connection
                .createStatement()
                .executeQuery("SELECT " + opened.list(Sql.text("0")).prepared() + " FROM " + Shop.ORDERS
                        + " o WHERE o.status = 0");
        row.next();
        select = opened;
    }

    /** Reads it. */
    @Benchmark
    public OrderRow read() throws SQLException {
        return Objects.requireNonNull(select).read(Objects.requireNonNull(row));
    }

    /** Lets the database go. */
    @TearDown
    public void close() throws SQLException {
        Objects.requireNonNull(connection).close();
        pool.close();
    }
}
