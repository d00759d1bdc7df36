package io.github.ordertimeout.jdbc.scan;

import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.database.DatabaseBuilder;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.scan.Arm;
import io.github.ordertimeout.scan.OrderFinding;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.scan.Overlooked;
import io.github.ordertimeout.scan.ScanPage;
import io.github.ordertimeout.scan.ScanRequest;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads pages and counts from a replica. What is asked about one order, and all that is decided, is asked of the primary, which
 * also stands in for a replica that is away: said once, and tried again every minute.
 */
public final class ReplicaScanner implements OrderScanner {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaScanner.class);
    private static final Duration BETWEEN_TRIES = Duration.ofMinutes(1);

    private final JdbcOrderScanner onPrimary;
    private final Function<Database, JdbcOrderScanner> onDatabase;
    private final DatabaseBuilder replica;
    private final TimeSource time;
    private final String source;
    private @Nullable JdbcOrderScanner onReplica;
    private boolean away;
    private long awaySince;

    /** Scans the orders of this rule; connects to the replica when it is first asked. */
    public ReplicaScanner(Database primary, DatabaseBuilder replica, RuleMapping mapping, TimeSource time) {
        this.onPrimary = new JdbcOrderScanner(primary, mapping);
        this.onDatabase = copy -> new JdbcOrderScanner(primary, copy, mapping);
        this.replica = replica;
        this.time = time;
        this.source = mapping.source();
    }

    @Override
    public List<Arm> arms() {
        return onPrimary.arms();
    }

    @Override
    public ScanPage nextPage(ScanRequest request) {
        return read(scanner -> scanner.nextPage(request));
    }

    @Override
    public Optional<Instant> nextDue(Arm arm, Instant after) {
        return read(scanner -> scanner.nextDue(arm, after));
    }

    @Override
    public long countRest(ScanRequest request) {
        return read(scanner -> scanner.countRest(request));
    }

    @Override
    public long countOpen(Instant now) {
        return read(scanner -> scanner.countOpen(now));
    }

    @Override
    public long countTooOld(Instant now) {
        return read(scanner -> scanner.countTooOld(now));
    }

    /** Of the primary: it may take seconds, and a replica that is slow to answer this is not away. */
    @Override
    public Optional<Overlooked> overlooked(Instant now) {
        return onPrimary.overlooked(now);
    }

    @Override
    public List<OrderFinding> find(String idOrNumber, Instant now) {
        return onPrimary.find(idOrNumber, now);
    }

    @Override
    public Optional<OrderFinding> findById(String id, Instant now) {
        return onPrimary.findById(id, now);
    }

    @Override
    public Map<String, OrderFinding> findAllById(Collection<String> ids, Instant now) {
        return onPrimary.findAllById(ids, now);
    }

    private <T> T read(Function<JdbcOrderScanner, T> what) {
        Optional<JdbcOrderScanner> scanner = reachable();
        if (scanner.isPresent()) {
            try {
                T read = what.apply(scanner.get());
                back();
                return read;
            } catch (RuntimeException e) {
                gone(e);
            }
        }
        return what.apply(onPrimary);
    }

    private synchronized Optional<JdbcOrderScanner> reachable() {
        if (away && time.nanoTime() - awaySince < BETWEEN_TRIES.toNanos()) {
            return Optional.empty();
        }
        if (onReplica == null) {
            try {
                onReplica = onDatabase.apply(replica.build());
            } catch (RuntimeException e) {
                gone(e);
            }
        }
        return Optional.ofNullable(onReplica);
    }

    private synchronized void gone(RuntimeException e) {
        if (!away) {
            LOG.warn("The replica cannot be scanned for {}, the primary is until it is back: {}", source, e.toString());
        }
        away = true;
        awaySince = time.nanoTime();
    }

    private synchronized void back() {
        if (away) {
            LOG.info("The replica is scanned for {} again.", source);
        }
        away = false;
    }
}
