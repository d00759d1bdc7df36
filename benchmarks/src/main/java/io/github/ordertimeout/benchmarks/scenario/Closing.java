package io.github.ordertimeout.benchmarks.scenario;

import io.github.ordertimeout.benchmarks.Options;
import io.github.ordertimeout.benchmarks.contender.BareSql;
import io.github.ordertimeout.benchmarks.contender.Contender;
import io.github.ordertimeout.benchmarks.contender.EngineContender;
import io.github.ordertimeout.benchmarks.contender.EngineRule;
import io.github.ordertimeout.benchmarks.measure.Results;
import io.github.ordertimeout.benchmarks.measure.Table;
import io.github.ordertimeout.benchmarks.measure.Usage;
import io.github.ordertimeout.benchmarks.shop.Database;
import io.github.ordertimeout.benchmarks.shop.Dialect;
import io.github.ordertimeout.benchmarks.shop.Shop;
import io.github.ordertimeout.benchmarks.shop.Size;
import io.github.ordertimeout.spring.transaction.SpringTransactions;
import io.github.ordertimeout.transaction.Transactions;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/** Closes a second with stock given back in the same transaction, beside bare SQL; and what each close costs this process. */
public final class Closing implements Scenario {
    private static final String ENGINE = "engine";

    @Override
    public Table measure(Options options, Database database) {
        Size size = options.size(1_000_000, 100_000);
        Shop shop = Shop.open(database, size);
        List<Contender> contenders = List.of(
                new EngineContender(ENGINE, database.pool(), EngineRule.withStock(options.work())),
                new EngineContender(
                        "engine, Spring's transactions",
                        database.pool(),
                        EngineRule.withStock(options.work()),
                        Optional.of(Closing::ofSpring),
                        builder -> {}),
                BareSql.sameLedger(shop, database.pool(), options.work()),
                BareSql.narrowLedger(shop, database.pool(), options.work()));
        Results results = Races.run(shop, contenders, options);
        double wanted =
                database.dialect() == Dialect.POSTGRESQL ? 0.80 : database.dialect() == Dialect.MARIADB ? 0.75 : 0.70;
        Table table = new Table(
                        "closing-" + name(database),
                        "Closing with stock, " + database.dialect().title(),
                        results)
                .note(size.toString() + "; " + options.work())
                .target(
                        "closes/s against bare SQL",
                        results.ratio(Usage.CLOSES_PER_SECOND, ENGINE, "bare SQL"),
                        ">=",
                        wanted);
        return database.dialect() == Dialect.H2
                ? table.note("H2 runs in this process: its CPU is in the figures.")
                : table.target(
                        "CPU per order against bare SQL", results.ratio(Usage.CPU, ENGINE, "bare SQL"), "<=", 1.5);
    }

    private static Transactions ofSpring(DataSource dataSource) {
        return SpringTransactions.of(
                new DataSourceTransactionManager(dataSource),
                dataSource,
                TransactionDefinition.ISOLATION_READ_COMMITTED);
    }

    @Override
    public String charted() {
        return Usage.CLOSES_PER_SECOND;
    }
}
