package io.github.ordertimeout.jdbc.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.Explanation;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.RuleReport;
import io.github.ordertimeout.config.ConfigSources;
import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A shop with tables of its own, and an engine over a configuration file's text. The test moves the clock. */
final class ShapedShop implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("''yyyy-MM-dd HH:mm:ss''");

    final TestDatabase db;
    Instant now = NOW;
    private final String file;
    private final List<OrderTimeoutEngine> engines = new ArrayList<>();

    ShapedShop(TestDatabase db, String file, String... tables) {
        this.db = db;
        this.file = file;
        db.withOwnTables().execute(tables);
    }

    /** So many seconds before now, as a literal of a column without a zone. */
    static String ago(long seconds, String zone) {
        return LOCAL.format(LocalDateTime.ofInstant(NOW.minusSeconds(seconds), ZoneId.of(zone)));
    }

    /** The rule's engine, opened anew. */
    OrderTimeoutEngine engine() {
        OrderTimeoutEngine engine =
                OrderTimeoutEngine.builder().settings(settings()).store(store()).build();
        engines.add(engine);
        return engine;
    }

    private JdbcOrderStore store() {
        return JdbcOrderStore.builder()
                .dataSource(db.dataSource())
                .isolation(db.isolation())
                .clock(() -> now)
                .build();
    }

    private Settings settings() {
        try {
            Path written = Files.writeString(Files.createTempFile("shape", ".yml"), file);
            try {
                return ConfigSources.load(Optional.of(written), List.of(), Map.of())
                        .settings();
            } finally {
                Files.delete(written);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A plan that promises so much and changes nothing, a pass that does just that, and a second one that finds nothing more.
     *
     * @param table of which nothing may change in a plan
     */
    RuleReport planThenRun(OrderTimeoutEngine engine, String table, long closed) {
        List<String> before = contents(table);
        RuleReport plan = only(engine.plan().rules());
        assertThat(plan.error()).isEmpty();
        assertThat(plan.wouldClose()).as("plan: %s", plan).isEqualTo(closed);
        assertThat(plan.firstOpen()).hasSize((int) Math.min(closed, RuleReport.FIRST));
        assertThat(contents(table)).isEqualTo(before);
        assertThat(store().examine(settings(), OptionalInt.empty()))
                .as("doctor")
                .noneMatch(finding -> finding.severity() == Finding.Severity.ERROR);
        RuleReport run = only(engine.runOnce().rules());
        assertThat(run.closed()).as("pass: %s", run).isEqualTo(closed);
        assertThat(run.failed()).isZero();
        assertThat(run.inconsistent()).isEqualTo(plan.inconsistent());
        RuleReport again = only(engine.runOnce().rules());
        assertThat(again.closed()).as("second pass: %s", again).isZero();
        assertThat(db.number("SELECT COUNT(*) FROM order_timeout_compensation")).isZero();
        assertThat(store().audit(settings(), Duration.ofDays(365)))
                .as("audit")
                .allMatch(finding -> finding.severity() == Finding.Severity.INFO);
        return run;
    }

    /** What was five seconds short of its end closes now, and nothing else. */
    void fiveSecondsLater(OrderTimeoutEngine engine, long closed) {
        now = now.plusSeconds(4);
        assertThat(only(engine.runOnce().rules()).closed()).isZero();
        now = now.plusSeconds(1);
        assertThat(only(engine.runOnce().rules()).closed()).isEqualTo(closed);
    }

    static RuleReport only(Map<String, RuleReport> rules) {
        assertThat(rules).hasSize(1);
        return rules.values().iterator().next();
    }

    /** What is said of an order: verdict and first reason, where there is one. */
    static String said(OrderTimeoutEngine engine, String idOrNumber) {
        List<Explanation> explanations = engine.explain(idOrNumber);
        assertThat(explanations).as("explain %s", idOrNumber).hasSize(1);
        Explanation one = explanations.get(0);
        return one.verdict()
                + one.reasons().stream()
                        .findFirst()
                        .map(reason -> ": " + reason)
                        .orElse("");
    }

    /** The number and status of each order, by number. */
    String statuses(String table, String number, String status) {
        return String.join(
                " ",
                db.column("SELECT CONCAT(" + number + ", ':', " + status + ") FROM " + table + " ORDER BY " + number));
    }

    private List<String> contents(String table) {
        try (Connection connection = db.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
            List<String> contents = new ArrayList<>();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(rows.getString(i)).append('|');
                }
                contents.add(row.toString());
            }
            return contents;
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        engines.forEach(OrderTimeoutEngine::close);
    }
}
