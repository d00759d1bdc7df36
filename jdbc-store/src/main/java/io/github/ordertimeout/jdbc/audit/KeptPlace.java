package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.config.Settings;
import io.github.ordertimeout.store.StateStore;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/** The place that an audit keeps in the library's state table, one for each set of rules. */
final class KeptPlace {
    /** What the table's column takes. No audit of ordinary ids comes near it; one that does is not kept. */
    private static final int LONGEST = 2_000;

    private final StateStore states;
    private final String name;

    KeptPlace(StateStore states, Settings settings) {
        this.states = states;
        String rules = String.join("\n", settings.rules().keySet());
        this.name = "audit:" + UUID.nameUUIDFromBytes(rules.getBytes(StandardCharsets.UTF_8));
    }

    Optional<Place> read() {
        try {
            return states.get(name).map(Place::parse);
        } catch (IllegalArgumentException e) {
            // Another release wrote it in another form.
            return Optional.empty();
        }
    }

    void keep(Place place) {
        String text = place.cursor().text();
        if (place.isEnd()) {
            states.remove(name);
        } else if (text.length() <= LONGEST) {
            states.put(name, text);
        }
    }
}
