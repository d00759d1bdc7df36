package io.github.ordertimeout.store;

import java.util.Optional;

/** What all nodes remember together over a restart: short texts by name. Thread-safe. */
public interface StateStore {
    /** The text under this name, as committed. */
    Optional<String> get(String name);

    /** Sets it, whatever it was. */
    void put(String name, String content);

    /**
     * Forgets it.
     *
     * @return whether there was one
     */
    boolean remove(String name);
}
