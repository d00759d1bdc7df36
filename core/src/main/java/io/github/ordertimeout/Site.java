package io.github.ordertimeout;

import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.order.OrderTimeoutException;
import io.github.ordertimeout.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One data source of an engine and the rules whose orders lie there. One that cannot be reached at start is opened when it can be:
 * until then its rules are reported as failing, and those of the others go on.
 */
final class Site {
    private static final Logger log = LoggerFactory.getLogger(EngineLog.ENGINE);

    private final String dataSource;
    private final Map<String, Rule> rules;
    private final Supplier<SiteWork> opening;
    private final TimeSource time;
    private final WorkWatch reaching;
    private volatile @Nullable SiteWork work;

    /** The name is blank for the only store. */
    Site(String dataSource, Map<String, Rule> rules, Supplier<SiteWork> opening, TimeSource time) {
        this.dataSource = dataSource;
        this.rules = rules;
        this.opening = opening;
        this.time = time;
        this.reaching = new WorkWatch(time);
    }

    String dataSource() {
        return dataSource;
    }

    Map<String, Rule> rules() {
        return rules;
    }

    WorkWatch reaching() {
        return reaching;
    }

    /** What goes on there; empty as long as it was not reached. Waits for nothing. */
    Optional<SiteWork> work() {
        return Optional.ofNullable(work);
    }

    /**
     * The same.
     *
     * @throws OrderTimeoutException if it was not reached yet
     */
    SiteWork reached() {
        return work().orElseThrow(() -> new OrderTimeoutException(sentence()));
    }

    /** Why it was not reached. */
    String sentence() {
        return "Data source " + dataSource + " has not been reached"
                + reaching.lastFailure().map(failure -> ": " + failure.reason()).orElse(" yet");
    }

    /** Opens it, if it is not open; who comes meanwhile waits. */
    synchronized SiteWork open() {
        SiteWork open = work;
        if (open == null) {
            reaching.begun();
            try {
                open = opening.get();
                work = open;
                reaching.finished();
            } catch (RuntimeException e) {
                reaching.failed(String.valueOf(e.getMessage()));
                throw e;
            }
        }
        return open;
    }

    /** Opens it if it can be reached now; says once that it cannot. */
    boolean tryToOpen() {
        boolean first = reaching.failedInARow() == 0;
        try {
            open();
            return true;
        } catch (RuntimeException e) {
            if (first) {
                log.warn("{}; its rules wait for it, the others go on.", sentence());
            }
            log.debug("The failure:", e);
            return false;
        }
    }

    /** The status of one of its rules while it is not open. */
    RuleStatus away(String name, LoopState loop) {
        Rule rule = rules.get(name);
        if (rule == null) {
            throw new IllegalArgumentException(name);
        }
        return new RuleStatus(
                rule.name(),
                rule.sourceOf(rule.table()),
                false,
                rule.scan().interval(),
                rule.scan().shards(),
                loop,
                reaching.runningFor(),
                reaching.quietFor(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                reaching.lastFailure(),
                reaching.failedInARow(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Duration.ZERO,
                Duration.ZERO,
                0,
                0,
                0,
                0);
    }

    /** The report of one of its rules while it is not open, or cannot be asked for the time. */
    RuleReport failed(String why) {
        return failed(why, time.now());
    }

    private static RuleReport failed(String why, Instant now) {
        PassTally tally = new PassTally(now);
        tally.fault(why, true);
        return tally.report(Duration.ZERO);
    }
}
