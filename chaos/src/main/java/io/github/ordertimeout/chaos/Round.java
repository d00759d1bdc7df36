package io.github.ordertimeout.chaos;

import com.zaxxer.hikari.HikariDataSource;
import io.github.ordertimeout.Explanation;
import io.github.ordertimeout.OrderTimeoutEngine;
import io.github.ordertimeout.chaos.NodeProcess.Life;
import io.github.ordertimeout.payment.Confirmation;
import io.github.ordertimeout.testkit.network.FaultyProxy;
import io.github.ordertimeout.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One seed: a fresh shop and its nodes, faults, then quiet; whether all overdue orders are accounted for, whether others take over
 * from a node that is killed, whether all comes to rest, and what the checker finds in all that happened.
 */
final class Round implements AutoCloseable {
    private static final List<String> TIME_ZONES = List.of(
            "UTC", "Asia/Shanghai", "America/New_York", "Europe/Berlin", "Pacific/Chatham", "Australia/Lord_Howe");
    private static final String USUAL = "usual.yml";
    private static final String BRAKING = "braking.yml";
    /** A payment provider that has failed often is asked by a probe only, for so long at least. */
    private static final Duration PROBE = Duration.ofSeconds(10);

    private static final Duration COME_TO_REST = Duration.ofMinutes(3);

    private final long seed;
    private final Scale scale;
    private final ShopDatabase database;
    private final List<Fault> plan;
    private final Provider provider = new Provider();
    private final Warehouse warehouse = new Warehouse();
    private final Stubs stubs = new Stubs(provider, warehouse);
    private final List<FaultyProxy> lines = new ArrayList<>();
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();
    private final Path directory;
    private final Journal journal;
    private final HikariDataSource admin;
    private final HikariDataSource shopPool;
    private final OrderTimeoutEngine operator;
    private final OrderTimeoutEngine shop;
    private final Load load;
    private final Faults faults;
    private long nextNote = System.nanoTime();
    private long nextRetry = System.nanoTime();

    private Round(long seed, Scale scale, ShopDatabase database, Path directory, String oldClassPath)
            throws IOException, SQLException {
        this.seed = seed;
        this.scale = scale;
        this.database = database;
        this.directory = directory;
        this.plan = FaultPlan.of(seed, scale, possible(database, oldClassPath));
        Files.createDirectories(directory);
        journal = new Journal(directory.resolve("journal.log"));
        journal.note("seed " + seed + " on " + database + ": " + scale);
        plan.forEach(fault -> journal.note("PLAN " + fault));
        Random random = new Random(seed + 77);
        String zoneText = zone(random);
        ZoneId zone = ChaosZone.register(zoneText);
        Files.writeString(directory.resolve(USUAL), Engines.configuration(scale, zone.getId(), false));
        Files.writeString(directory.resolve(BRAKING), Engines.configuration(scale, zone.getId(), true));
        admin = Engines.pool(database.adminUrl(), 4);
        ShopTables.create(database, admin);
        for (int i = 0; i <= scale.nodes(); i++) {
            lines.add(FaultyProxy.to(database.host(), database.port()));
        }
        for (int i = 0; i < scale.nodes(); i++) {
            String timeZone = TIME_ZONES.get(random.nextInt(TIME_ZONES.size()));
            nodes.add(new NodeProcess(
                    i,
                    database.shopUrl(lines.get(i).port()),
                    directory,
                    stubs.port(),
                    zoneText,
                    timeZone,
                    random.nextInt(601) - 300));
        }
        shopPool = Engines.pool(database.shopUrl(lines.get(scale.nodes()).port()), 12);
        operator = Engines.build(admin, directory.resolve(USUAL), stubs.port(), TimeSource.system());
        shop = Engines.build(shopPool, directory.resolve(USUAL), stubs.port(), TimeSource.system());
        load = new Load(seed, scale, new Checkout(shopPool, database.product(), zone), shop, provider, journal);
        faults = new Faults(database, stubs, nodes, lines, operator, journal, oldClassPath);
    }

    /** Plays one seed; what it writes goes into that directory. */
    static Result play(long seed, Scale scale, ShopDatabase database, Path directory, String oldClassPath)
            throws IOException, SQLException, InterruptedException {
        try (Round round = new Round(seed, scale, database, directory, oldClassPath)) {
            return round.play();
        }
    }

    /** The faults that this database and these options allow. */
    static Set<FaultKind> possible(ShopDatabase database, String oldClassPath) {
        Set<FaultKind> possible = EnumSet.allOf(FaultKind.class);
        possible.removeIf(kind -> switch (kind.needs()) {
            case OWN_SERVER -> !database.isOurs();
            case OLD_VERSION -> oldClassPath.isEmpty();
            default -> false;
        });
        return possible;
    }

    /** A node's life as all have it. */
    static Life usual() {
        return new Life(USUAL, System.getProperty("java.class.path"));
    }

    /** A life whose safety brake trips at once. */
    static Life braking() {
        return new Life(BRAKING, System.getProperty("java.class.path"));
    }

    /** A life on another version of the library: its class path comes first. */
    static Life usualOn(String classPath) {
        return new Life(
                USUAL, classPath + System.getProperty("path.separator") + System.getProperty("java.class.path"));
    }

    /** Clocks go forward or back in the middle of the run, by a part of an order's time to pay. */
    private String zone(Random random) {
        Duration shift = scale.timeout().dividedBy(2);
        Instant middle = Instant.now().plus(scale.faults().dividedBy(2)).plusSeconds(2);
        return ChaosZone.text(middle, random.nextBoolean() ? shift : shift.negated());
    }

    private Result play() throws SQLException, InterruptedException {
        nodes.forEach(node -> node.start(usual()));
        await(Duration.ofMinutes(1), () -> nodes.stream().allMatch(NodeProcess::isRunning));
        load.start();
        faults.run(plan);
        lines.forEach(FaultyProxy::heal);
        double limit = accountedLimit();
        double accounted = accountedFor(limit);
        double takeover = takeOver();
        load.endOrders();
        comeToRest();
        Evidence evidence = Evidence.read(admin);
        violations.addAll(Checker.check(scale, evidence, provider, warehouse, journal));
        violations.forEach(violation -> journal.note("VIOLATION " + violation));
        return result(evidence, accounted, limit, takeover);
    }

    /**
     * Two intervals, and what is left of the pauses that the documents tell of: after an outage that all nodes felt, loops and
     * questions to the provider rest about as long as it lasted.
     */
    private double accountedLimit() {
        Duration end = plan.stream().map(Fault::end).max(Duration::compareTo).orElse(Duration.ZERO);
        Duration pause = Duration.ZERO;
        for (Fault fault : plan) {
            if (fault.kind().hitsAll()) {
                boolean ofProvider =
                        fault.kind() == FaultKind.PROVIDER_HUNG || fault.kind() == FaultKind.PROVIDER_FLAKY;
                Duration rest = longer(fault.length(), ofProvider ? PROBE : Duration.ofSeconds(1));
                pause = longer(pause, rest.minus(end.minus(fault.end())));
            }
        }
        return scale.interval().multipliedBy(2).plus(pause).plus(scale.slack()).toMillis() / 1e3;
    }

    private static Duration longer(Duration one, Duration two) {
        return one.compareTo(two) > 0 ? one : two;
    }

    /** How long after the last fault every order that was overdue then is closed, paid, or held for a reason. */
    private double accountedFor(double limitSeconds) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        long now = databaseNow();
        journal.note("all faults have ended");
        while (true) {
            List<Long> open = overdue(now);
            List<Long> left = open.size() > 50
                    ? open
                    : open.stream().filter(this::isUnaccounted).toList();
            double seconds = (System.nanoTime() - start) / 1e9;
            if (left.isEmpty() || seconds > limitSeconds + 120) {
                journal.note("accounted for after " + seconds + " s; held for a reason: " + open);
                Checker.accounted(seconds, limitSeconds, left).ifPresent(violations::add);
                return seconds;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private boolean isUnaccounted(long order) {
        return operator.explain(String.valueOf(order)).stream().anyMatch(Explanation::closable);
    }

    /** Kills a node while orders go on running out; yields how late the latest was closed. */
    private double takeOver() throws SQLException, InterruptedException {
        await(Duration.ofMinutes(1), () -> nodes.stream().allMatch(NodeProcess::isRunning));
        // The pauses of other faults are not the takeover's.
        await(COME_TO_REST, () -> noneShouldBeClosed(databaseNow() - micros(scale.interval())));
        NodeProcess victim = nodes.get(new Random(seed).nextInt(nodes.size()));
        long from = databaseNow();
        victim.kill();
        journal.note("a node was killed for good");
        // So long that orders run out which were made after the last fault, however little was made before.
        long to = from + micros(scale.timeout().plus(scale.interval()));
        await(Duration.ofMinutes(1), () -> {
            long now = databaseNow();
            return now > to + micros(scale.interval().plus(scale.slack())) || now > to && noneShouldBeClosed(to);
        });
        double latest = Checker.latestMicros(scale, Evidence.read(admin), journal, from, to) / 1e6;
        double limit = scale.interval().plus(scale.slack()).toMillis() / 1e3;
        if (nodes.size() > 1 && latest > limit) {
            violations.add(new Violation(
                    Promise.TAKEN_OVER,
                    "an order was closed " + latest + " s late after a node was killed; " + limit + " s were allowed"));
        }
        victim.start(usual());
        return latest;
    }

    /** Whether every order that ran out by then, and that nobody pays or cancels, is closed. */
    private boolean noneShouldBeClosed(long byMicros) throws SQLException {
        List<Long> left = new ArrayList<>(overdue(byMicros));
        left.retainAll(journal.neverPaid());
        if (!left.isEmpty() && System.nanoTime() > nextNote) {
            nextNote = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
            journal.note("open still: " + left + ", for example " + operator.explain(String.valueOf(left.get(0))));
        }
        return left.isEmpty();
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    /**
     * Waits until every order is closed or paid and every customer is done, then for what is owed. Dead rows are tried again, as a
     * person would have them; where a killed node's claims last longer than anybody wants to wait, a fresh engine is told that it
     * is later.
     */
    private void comeToRest() throws SQLException, InterruptedException {
        await(COME_TO_REST, () -> {
            retryDead();
            return overdue(Long.MAX_VALUE).isEmpty() && load.pending() == 0;
        });
        for (long order : overdue(Long.MAX_VALUE)) {
            journal.note("still open: " + operator.explain(String.valueOf(order)));
        }
        await(scale.patience(), () -> {
            retryDead();
            return nothingIsOwed();
        });
        nodes.forEach(NodeProcess::kill);
        if (!nothingIsOwed()) {
            journal.note("what is claimed by nodes that are gone is settled as if it were 10 minutes later");
            OrderTimeoutEngine later = Engines.later(admin, directory.resolve(USUAL), stubs.port());
            await(Duration.ofMinutes(1), () -> {
                later.compensate();
                return nothingIsOwed();
            });
            later.close(Duration.ofSeconds(5));
        }
        journal.note("at rest");
    }

    private boolean nothingIsOwed() throws SQLException {
        return count("select count(*) from order_timeout_compensation") == 0;
    }

    private void retryDead() {
        if (System.nanoTime() > nextRetry) {
            operator.retryAll(Optional.empty());
            nextRetry = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
        }
    }

    private long databaseNow() throws SQLException {
        return count("select " + database.product().nowMicros());
    }

    private long count(String query) throws SQLException {
        try (Connection connection = admin.getConnection();
                PreparedStatement statement = connection.prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Open orders that had run out by then. */
    private List<Long> overdue(long byMicros) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Connection connection = admin.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "select id from shop_order where status = 0 and created_micros <= ?")) {
            statement.setLong(1, byMicros - micros(scale.timeout()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
        }
        return ids;
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private static void await(Duration limit, Condition condition) throws SQLException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.holds() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private Result result(Evidence evidence, double accounted, double limit, double takeover) {
        int byEngine = (int) evidence.changes().stream()
                .filter(change -> change.isClose() && !change.isByCustomer())
                .count();
        int byCustomer = (int) evidence.changes().stream()
                .filter(change -> change.isClose() && change.isByCustomer())
                .count();
        int paid = (int) evidence.orders().values().stream()
                .filter(order -> order.status() == 1)
                .count();
        return new Result(
                seed,
                database.toString(),
                scale,
                faults.injected(),
                evidence.orders().size(),
                byEngine,
                byCustomer,
                paid,
                journal.results().getOrDefault(Confirmation.Result.REFUND_OWED, 0),
                provider.refunded().size(),
                accounted,
                limit,
                takeover,
                List.copyOf(violations));
    }

    @Override
    public void close() {
        load.close();
        nodes.forEach(NodeProcess::kill);
        stubs.close();
        operator.close(Duration.ofSeconds(1));
        shop.close(Duration.ofSeconds(1));
        shopPool.close();
        admin.close();
        lines.forEach(FaultyProxy::close);
        journal.close();
        if (violations.isEmpty()) {
            database.drop();
        }
    }
}
