package io.github.ordertimeout.jdbc.settle;

import io.github.ordertimeout.store.StateStore;
import java.util.Optional;

/** The state table where there is none yet: empty, and not to be written to. */
public final class NoStates implements StateStore {
    @Override
    public Optional<String> get(String name) {
        return Optional.empty();
    }

    @Override
    public void put(String name, String content) {
        throw new UnsupportedOperationException("A store that only reads writes nothing");
    }

    @Override
    public boolean remove(String name) {
        return false;
    }
}
