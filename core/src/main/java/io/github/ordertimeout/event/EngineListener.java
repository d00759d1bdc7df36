package io.github.ordertimeout.event;

/**
 * Hears every event: metrics, logs and alerts are listeners. Called after commit, possibly from several threads at once; what
 * it throws is logged and changes nothing. A crash may skip an event.
 */
@FunctionalInterface
public interface EngineListener {
    /** Told once per event. */
    void onEvent(EngineEvent event);
}
