package io.github.ordertimeout.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final Instant SOON = Instant.parse("2026-03-01T10:00:00Z");
    private static final Verdict CLOSE = Verdict.close();
    private static final Verdict SKIP = Verdict.skip("vip");
    private static final Verdict DEFER = Verdict.defer("paying", SOON);
    private static final Verdict DEFER_LONGER = Verdict.defer("paying", SOON.plusSeconds(1));

    @Test
    @DisplayName("the most cautious verdict wins, in whatever order the policies speak")
    void mostCautiousWins() {
        assertThat(CLOSE.and(CLOSE)).isEqualTo(CLOSE);
        assertThat(CLOSE.and(DEFER)).isEqualTo(DEFER);
        assertThat(DEFER.and(CLOSE)).isEqualTo(DEFER);
        assertThat(DEFER.and(DEFER_LONGER)).isEqualTo(DEFER_LONGER);
        assertThat(DEFER_LONGER.and(DEFER)).isEqualTo(DEFER_LONGER);
        assertThat(SKIP.and(DEFER)).isEqualTo(SKIP);
        assertThat(DEFER.and(SKIP)).isEqualTo(SKIP);
        assertThat(CLOSE.and(SKIP)).isEqualTo(SKIP);
    }
}
