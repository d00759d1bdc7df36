package io.github.ordertimeout;

import io.github.ordertimeout.scan.Shard;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far the passes over one shard of a rule have come. Guarded by the rule's runner. */
final class ShardProgress {
    private final Shard shard;
    private final LookAgain lookAgain = new LookAgain();
    private @Nullable Instant cutoff;

    ShardProgress(Shard shard) {
        this.shard = shard;
    }

    Shard shard() {
        return shard;
    }

    LookAgain lookAgain() {
        return lookAgain;
    }

    /** Every order that was overdue then has been met; null: the next pass must begin with the oldest one. */
    @Nullable
    Instant cutoff() {
        return cutoff;
    }

    void ended(RuleReport report, Instant now) {
        // What the pass did not reach lies before its cut-off: only a full pass meets it again.
        cutoff = report.remaining() > 0 || report.error().isPresent() ? null : now;
    }

    void startOver() {
        cutoff = null;
    }
}
