package io.github.ordertimeout.chaos;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * A time zone whose clocks change while a run goes on: no real one does so on every day. Local times exist twice, or not at all,
 * for the seconds that it moves by.
 */
final class ChaosZone extends ZoneRulesProvider {
    private static final int BASE_SECONDS = 8 * 3600;

    private final String id;
    private final ZoneRules rules;

    private ChaosZone(String id, ZoneRules rules) {
        this.id = id;
        this.rules = rules;
    }

    /**
     * Makes it known to this JVM.
     *
     * @param text {@code MOMENT,SECONDS}: the epoch second of the change, and by how much clocks go forward (negative: back)
     */
    static ZoneId register(String text) {
        String[] parts = text.split(",", -1);
        String id = "Chaos/Z" + text.replace(',', '_');
        if (!ZoneRulesProvider.getAvailableZoneIds().contains(id)) {
            ZoneRulesProvider.registerProvider(new ChaosZone(
                    id, rules(Instant.ofEpochSecond(Long.parseLong(parts[0])), Integer.parseInt(parts[1]))));
        }
        return ZoneId.of(id);
    }

    /** The text of a zone whose clocks change then. */
    static String text(Instant at, Duration forward) {
        return at.getEpochSecond() + "," + forward.toSeconds();
    }

    private static ZoneRules rules(Instant at, int forward) {
        ZoneOffset before = ZoneOffset.ofTotalSeconds(BASE_SECONDS);
        ZoneOffset after = ZoneOffset.ofTotalSeconds(BASE_SECONDS + forward);
        ZoneOffsetTransition change =
                ZoneOffsetTransition.of(LocalDateTime.ofEpochSecond(at.getEpochSecond(), 0, before), before, after);
        return ZoneRules.of(before, before, List.of(), List.of(change), List.of());
    }

    @Override
    protected Set<String> provideZoneIds() {
        return Set.of(id);
    }

    @Override
    protected ZoneRules provideRules(String zoneId, boolean forCaching) {
        return rules;
    }

    @Override
    protected NavigableMap<String, ZoneRules> provideVersions(String zoneId) {
        return new TreeMap<>(java.util.Map.of("1", rules));
    }
}
