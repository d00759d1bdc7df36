package io.github.ordertimeout.simulation;

import io.github.ordertimeout.store.StateStore;
import java.util.Optional;

/** What nodes remember together, as a deliberate bug makes of it. */
record SketchStates(StateStore store, DeliberateBug bug) implements StateStore {
    @Override
    public Optional<String> get(String name) {
        return bug == DeliberateBug.BRAKE_FORGOTTEN ? Optional.empty() : store.get(name);
    }

    @Override
    public void put(String name, String content) {
        store.put(name, content);
    }

    @Override
    public boolean remove(String name) {
        return store.remove(name);
    }
}
