package io.github.ordertimeout;

import io.github.ordertimeout.config.ScanSettings;
import io.github.ordertimeout.scan.Shard;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far the passes over one shard of a rule have come. Guarded by the rule's runner. */
final class ShardProgress {
    private final Shard shard;
    private final LookAgain lookAgain = new LookAgain();
    private final FairShare fair;
    private @Nullable Instant cutoff;

    ShardProgress(Shard shard, ScanSettings scan) {
        this.shard = shard;
        this.fair = new FairShare(scan);
    }

    Shard shard() {
        return shard;
    }

    LookAgain lookAgain() {
        return lookAgain;
    }

    FairShare fair() {
        return fair;
    }

    /** Every order that was overdue then has been met; null: the next pass must begin with the oldest one. */
    @Nullable
    Instant cutoff() {
        return cutoff;
    }

    void ended(RuleReport report, Instant now) {
        // What the pass did not reach lies before its cut-off: only a full pass, or its tenant's turn, meets it again.
        cutoff = report.remaining() > fair.left() || report.error().isPresent() ? null : now;
    }

    void startOver() {
        cutoff = null;
    }
}
