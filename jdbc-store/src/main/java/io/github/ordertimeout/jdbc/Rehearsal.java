package io.github.ordertimeout.jdbc;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.CloseCause;
import io.github.ordertimeout.close.CloseFailedException;
import io.github.ordertimeout.close.FailureKind;
import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.jdbc.close.JdbcOrderCloser;
import io.github.ordertimeout.jdbc.database.Session;
import io.github.ordertimeout.jdbc.dialect.FailureClassifier;
import io.github.ordertimeout.jdbc.mapping.CloseMoment;
import io.github.ordertimeout.jdbc.release.SqlInventoryReleaser;
import io.github.ordertimeout.scan.OrderScanner;
import io.github.ordertimeout.scan.ScanRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a rule's statements at start so that they find no order and change no row. Missing rights, and trusted SQL of conditions
 * and values that the database does not understand, are a fault of the configuration then, and not of every pass.
 */
final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);

    /** No order ran out before there were any. */
    private static final Instant LONG_AGO = Instant.EPOCH.minusSeconds(1);

    /** What a close sets then fits every column that holds times, unsigned numbers too; no order is named, so none is closed. */
    private static final Instant ANY_TIME = Instant.EPOCH.plus(Duration.ofDays(11_000));

    private final Rule rule;
    private final String source;

    Rehearsal(Rule rule, String source) {
        this.rule = rule;
        this.source = source;
    }

    void scan(OrderScanner scanner) {
        orRefuse(
                "read",
                () -> scanner.arms()
                        .forEach(arm -> scanner.nextPage(
                                new ScanRequest(arm, LONG_AGO, Optional.empty(), Optional.empty(), 1))));
    }

    void close(JdbcOrderCloser closer, List<SqlInventoryReleaser> inventory) {
        CloseMoment moment = new CloseMoment(ANY_TIME, "", rule.name());
        CloseBatch nothing = new CloseBatch(
                "rehearsal",
                List.of(),
                ANY_TIME,
                CloseCause.timeout(rule.name()),
                List.of("none"),
                (closed, transaction) ->
                        inventory.forEach(releaser -> releaser.rehearse(moment, transaction.unwrap(Session.class))));
        orRefuse("close", () -> closer.rehearse(nothing));
    }

    private void orRefuse(String what, Runnable statements) {
        try {
            statements.run();
        } catch (RuntimeException e) {
            if (FailureClassifier.isAway(e)) {
                throw e;
            }
            CloseFailedException failure = FailureClassifier.classify(e);
            if (failure.kind() == FailureKind.LOCKED || failure.kind() == FailureKind.CONTENTION) {
                // Somebody alters the table just now; the rule may be sound all the same.
                LOG.warn("Rule {} could not be rehearsed: {}", rule.name(), failure.getMessage());
                return;
            }
            throw new ConfigurationException("order-timeout.rules." + rule.name() + ": the database refuses to " + what
                    + " orders of `" + source + "`: " + failure.getMessage()
                    + ". Correct the rule's SQL, or grant the user what the rule needs.");
        }
    }
}
