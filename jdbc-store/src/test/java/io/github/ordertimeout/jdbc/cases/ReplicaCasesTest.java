package io.github.ordertimeout.jdbc.cases;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.scan.ReplicaScanner;
import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.jdbc.testdb.TestServer;
import io.github.ordertimeout.testkit.SettableClock;
import io.github.ordertimeout.testkit.jdbc.DatabaseCall;
import io.github.ordertimeout.testkit.jdbc.Fault;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.slf4j.LoggerFactory;

/** Scans read a replica: here a second database, which the test brings up to date when it likes. */
@EachDatabase(on = {TestServer.H2, TestServer.POSTGRESQL, TestServer.MARIADB})
class ReplicaCasesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String INCREMENTAL = "scan: {interval: 10s, full-interval: 5m}";

    @Parameter
    TestDatabase db;

    private TestDatabase copy;
    private Shop primary;
    private Shop replica;
    private FaultyDataSource scans;
    private final Settings settings = Shop.settings(Shop.RULE + INCREMENTAL);
    private final Logger logger = (Logger) LoggerFactory.getLogger(ReplicaScanner.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void open() {
        primary = new Shop(db);
        copy = new TestDatabase(db.server(), db.isolation());
        replica = new Shop(copy);
        scans = new FaultyDataSource(copy.dataSource());
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
    }

    @AfterEach
    void close() {
        logger.detachAppender(lines);
        logger.setLevel(null);
        copy.close();
    }

    private OrderTimeoutEngine engine() {
        return OrderTimeoutEngine.builder()
                .settings(settings)
                .store(JdbcOrderStore.builder()
                        .dataSource(db.dataSource())
                        .scanDataSource(scans)
                        .isolation(db.isolation())
                        .clock(() -> primary.now)
                        .build())
                .build();
    }

    @Test
    @DisplayName(
            "S4 ids read from a replica that lags: what was paid or closed on the primary meanwhile stays as it is")
    void paidMeanwhile() {
        primary.order(1, HOUR)
                .order(2, HOUR, "status = 1")
                .order(3, HOUR, "status = 4")
                .order(4, HOUR, "deleted = 1");
        replica.order(1, HOUR).order(2, HOUR).order(3, HOUR).order(4, HOUR).order(5, HOUR);
        try (OrderTimeoutEngine engine = engine()) {
            assertThat(primary.run(engine).closed()).isEqualTo(2);
        }
        assertThat(primary.statuses()).containsExactly("4", "1", "4", "4");
        assertThat(primary.ledgerRows()).isEqualTo(2);
        assertThat(replica.statuses()).as("nothing is written there").containsOnly("0");
        assertThat(replica.ledgerRows()).isZero();
    }

    @Test
    @DisplayName("an order that the replica shows late is closed by the next full pass at the latest")
    void lag() {
        primary.order(1, HOUR);
        try (OrderTimeoutEngine engine = engine()) {
            assertThat(primary.run(engine).closed()).isZero();
            replica.order(1, HOUR);
            assertThat(primary.run(engine).closed()).isEqualTo(1);
        }
        assertThat(primary.status(1)).isEqualTo(4);
    }

    @Test
    @DisplayName("a replica that is away from the start or later: the primary is scanned, and one line says so")
    void away() {
        primary.order(1, HOUR);
        scans.inject(Fault.before(DatabaseCall.mentioning("shop_order"))
                .throwing(() -> new SQLException("the replica is away", "08001")));
        try (OrderTimeoutEngine engine = engine()) {
            assertThat(primary.run(engine).closed()).isEqualTo(1);
            primary.order(2, HOUR);
            assertThat(primary.run(engine).closed()).isEqualTo(1);
        }
        assertThat(warnings())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains(
                                "The replica cannot be scanned for",
                                "the primary is until it is back",
                                "the replica is away"));
        assertThat(primary.statuses()).containsExactly("4", "4");
    }

    @Test
    @DisplayName("a replica that comes back is scanned again after a minute, which one line says too")
    void back() {
        Rule rule = settings.rules().get("unpaid");
        RuleMapping mapping = db.database()
                .read(session -> RuleMapper.map(rule, session, db.server().dialect()));
        SettableClock time = SettableClock.at(Shop.START);
        ReplicaScanner scanner = new ReplicaScanner(db.database(), copy.builder(scans), mapping, time);
        primary.order(1, HOUR).order(2, HOUR);
        replica.order(1, HOUR);
        assertThat(scanner.countOpen(primary.now)).as("of the replica").isEqualTo(1);
        scans.inject(Fault.before(call -> true).throwing(() -> new SQLException("the replica is away", "08001")));
        assertThat(scanner.countOpen(primary.now)).as("of the primary").isEqualTo(2);
        scans.heal();
        assertThat(scanner.countOpen(primary.now)).as("not asked again at once").isEqualTo(2);
        time.advance(Duration.ofSeconds(61));
        assertThat(scanner.countOpen(primary.now)).as("of the replica again").isEqualTo(1);
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anySatisfy(line -> assertThat(line).contains("The replica is scanned for", "again"));
    }

    private List<String> warnings() {
        return lines.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
