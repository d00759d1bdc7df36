package io.github.ordertimeout.jdbc.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalCutTest {
    private static final int HOURS = 4;

    @ParameterizedTest
    @ValueSource(
            strings = {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Shanghai", "UTC", "+05:30"})
    @DisplayName(
            "around both changes of the clock the cut holds exactly the local values that have passed, minute by minute")
    void exact(String name) {
        ZoneId zone = ZoneId.of(name);
        for (Instant change : changes(zone)) {
            List<LocalDateTime> locals = minutes(LocalDateTime.ofInstant(change, zone));
            for (int minute = -60 * HOURS; minute <= 60 * HOURS; minute++) {
                for (long nanos : new long[] {0, 1000, -1000}) {
                    Instant cutoff = change.plus(Duration.ofMinutes(minute)).plusNanos(nanos);
                    LocalCut cut = LocalCut.of(cutoff, zone);
                    for (LocalDateTime local : locals) {
                        boolean passed = !LocalCut.instant(local, zone).isAfter(cutoff);
                        if (holds(cut, local) != passed) {
                            assertThat(holds(cut, local))
                                    .as("%s at cut-off %s: %s", local, cutoff, cut)
                                    .isEqualTo(passed);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe"})
    @DisplayName("whichever instant a local value was written at, it is not taken for an earlier one")
    void neverEarly(String name) {
        ZoneId zone = ZoneId.of(name);
        for (Instant change : changes(zone)) {
            for (int minute = -60 * HOURS; minute <= 60 * HOURS; minute++) {
                Instant written = change.plus(Duration.ofMinutes(minute));
                assertThat(LocalCut.instant(LocalDateTime.ofInstant(written, zone), zone))
                        .isAfterOrEqualTo(written);
            }
            for (LocalDateTime local : minutes(LocalDateTime.ofInstant(change, zone))) {
                Instant meant = LocalCut.instant(local, zone);
                for (ZoneOffset offset : offsetsAround(zone, change)) {
                    boolean gap = zone.getRules().getValidOffsets(local).isEmpty();
                    boolean valid = zone.getRules().isValidOffset(local, offset);
                    if (gap || valid) {
                        assertThat(meant).isAfterOrEqualTo(local.toInstant(offset));
                    }
                }
            }
        }
    }

    private static List<ZoneOffset> offsetsAround(ZoneId zone, Instant change) {
        return List.of(
                zone.getRules().getOffset(change.minusSeconds(1)),
                zone.getRules().getOffset(change));
    }

    private static boolean holds(LocalCut cut, LocalDateTime local) {
        boolean below = cut.inclusive() ? !local.isAfter(cut.most()) : local.isBefore(cut.most());
        return below
                && cut.hole()
                        .map(hole -> !(local.isAfter(hole.after()) && local.isBefore(hole.before())))
                        .orElse(true);
    }

    private static List<Instant> changes(ZoneId zone) {
        Instant year = Instant.parse("2026-01-01T00:00:00Z");
        ZoneOffsetTransition first = zone.getRules().nextTransition(year);
        if (first == null) {
            return List.of(year);
        }
        return List.of(
                first.getInstant(),
                zone.getRules().nextTransition(first.getInstant()).getInstant());
    }

    private static List<LocalDateTime> minutes(LocalDateTime middle) {
        List<LocalDateTime> minutes = new ArrayList<>();
        for (int minute = -60 * HOURS; minute <= 60 * HOURS; minute++) {
            minutes.add(middle.plusMinutes(minute));
        }
        return minutes;
    }
}
