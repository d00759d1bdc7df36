package io.github.ordertimeout.scan;

import java.time.Instant;
import java.util.Optional;

/**
 * What to look for.
 *
 * @param arm the part of the rule
 * @param now the database's time at the start of the pass: orders whose due time plus grace lies at or before it are overdue
 * @param dueSince an incremental pass leaves out orders that were overdue before this; empty: from the oldest
 * @param after the end of the page before; empty: from the start
 * @param limit orders of the page at most; at least 1
 * @param shard only orders of this shard
 * @param tenants only orders of these; others than all only where the rule has {@code scan.fair-by}
 */
public record ScanRequest(
        Arm arm,
        Instant now,
        Optional<Instant> dueSince,
        Optional<Cursor> after,
        int limit,
        Shard shard,
        Tenants tenants) {
    /** Of all tenants. */
    public ScanRequest(
            Arm arm, Instant now, Optional<Instant> dueSince, Optional<Cursor> after, int limit, Shard shard) {
        this(arm, now, dueSince, after, limit, shard, Tenants.ALL);
    }

    /** Over all shards. */
    public ScanRequest(Arm arm, Instant now, Optional<Instant> dueSince, Optional<Cursor> after, int limit) {
        this(arm, now, dueSince, after, limit, Shard.WHOLE);
    }
}
