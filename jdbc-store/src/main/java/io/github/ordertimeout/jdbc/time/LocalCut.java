package io.github.ordertimeout.jdbc.time;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * The local values whose instant lies at or before a cut-off. A value that exists twice means its later instant, and one in a
 * gap is read with the offset before the gap: whatever was meant, nothing is taken for due too early.
 *
 * <p>The values in a gap share their instants with those of the time after it. For a cut-off within that time the set is not
 * one range: the later part of the gap has to be left out.
 *
 * @param most the greatest local value
 * @param inclusive whether {@code most} itself belongs to it
 * @param hole the part of a gap that lies after the cut-off
 */
record LocalCut(LocalDateTime most, boolean inclusive, Optional<Hole> hole) {
    /** Left out: the local values strictly between these two. */
    record Hole(LocalDateTime after, LocalDateTime before) {}

    static LocalCut of(Instant cutoff, ZoneId zone) {
        ZoneRules rules = zone.getRules();
        LocalDateTime local = LocalDateTime.ofInstant(cutoff, zone);
        Optional<Hole> hole = hole(cutoff, rules);
        if (rules.getValidOffsets(local).size() == 2) {
            ZoneOffsetTransition overlap = rules.getTransition(local);
            if (rules.getOffset(cutoff).equals(overlap.getOffsetBefore())) {
                // the first pass through hours that exist twice: each of their values means the second pass
                return new LocalCut(overlap.getDateTimeAfter(), false, hole);
            }
        }
        return new LocalCut(local, true, hole);
    }

    private static Optional<Hole> hole(Instant cutoff, ZoneRules rules) {
        ZoneOffsetTransition last = rules.previousTransition(cutoff.plusNanos(1));
        if (last == null || !last.isGap()) {
            return Optional.empty();
        }
        Duration since = Duration.between(last.getInstant(), cutoff);
        return since.compareTo(last.getDuration()) >= 0
                ? Optional.empty()
                : Optional.of(new Hole(last.getDateTimeBefore().plus(since), last.getDateTimeAfter()));
    }

    /** The instant that a local value means. */
    static Instant instant(LocalDateTime local, ZoneId zone) {
        ZoneRules rules = zone.getRules();
        ZoneOffsetTransition transition = rules.getTransition(local);
        if (transition == null) {
            return local.toInstant(rules.getOffset(local));
        }
        return local.toInstant(transition.isGap() ? transition.getOffsetBefore() : transition.getOffsetAfter());
    }
}
