package io.github.ordertimeout.config;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

/** Local times as instants, where clocks change too: one that is skipped is the moment right after. */
final class LocalMoment {
    private LocalMoment() {}

    /** Of a time that exists twice, the first. */
    static Instant earliest(LocalDateTime local, ZoneId zone) {
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        return change == null
                ? local.toInstant(zone.getRules().getOffset(local))
                : change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetBefore());
    }

    /** Of a time that exists twice, the second. */
    static Instant latest(LocalDateTime local, ZoneId zone) {
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        return change == null
                ? local.toInstant(zone.getRules().getOffset(local))
                : change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetAfter());
    }
}
