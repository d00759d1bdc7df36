package io.github.ordertimeout;

import io.github.ordertimeout.settle.CompensationCounts;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.time.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What goes on in one store: the passes of the rules whose orders lie there, and what is owed there. */
final class SiteWork {
    private final OrderStore store;
    private final Map<String, RuleRunner> rules;
    private final CompensationWork compensation;
    private final RemoteReleases remoteReleases;
    private final ConfirmStep confirm;
    private final List<String> warnings;
    private final WorkWatch settling;
    private volatile CompensationCounts counts = CompensationCounts.NONE;

    SiteWork(
            OrderStore store,
            Map<String, RuleRunner> rules,
            CompensationWork compensation,
            RemoteReleases remoteReleases,
            ConfirmStep confirm,
            List<String> warnings,
            TimeSource time) {
        this.store = store;
        this.rules = rules;
        this.compensation = compensation;
        this.remoteReleases = remoteReleases;
        this.confirm = confirm;
        this.warnings = warnings;
        this.settling = new WorkWatch(time);
    }

    OrderStore store() {
        return store;
    }

    /** By name, in the order configured. */
    Map<String, RuleRunner> rules() {
        return rules;
    }

    CompensationWork compensation() {
        return compensation;
    }

    RemoteReleases remoteReleases() {
        return remoteReleases;
    }

    ConfirmStep confirm() {
        return confirm;
    }

    List<String> warnings() {
        return warnings;
    }

    WorkWatch settling() {
        return settling;
    }

    CompensationCounts counts() {
        return counts;
    }

    /** Works off the compensation rows that are due. */
    CompensationCounts compensate() {
        settling.begun();
        try {
            Instant now = store.now();
            compensation.run(now, new Tallies(now));
            CompensationCounts after = countAgain();
            settling.finished();
            return after;
        } catch (Throwable thrown) {
            settling.failed(String.valueOf(thrown.getMessage()));
            throw thrown;
        }
    }

    /** Reads the table's counts and keeps them. */
    CompensationCounts countAgain() {
        counts = store.compensations().counts(store.now());
        return counts;
    }
}
