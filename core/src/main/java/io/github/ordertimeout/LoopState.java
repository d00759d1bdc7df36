package io.github.ordertimeout;

/** A thread of the engine's own. */
public enum LoopState {
    /** {@link OrderTimeoutEngine#start} was not called: whoever calls {@code runOnce} drives the engine. */
    NOT_STARTED,
    /** It works or waits. */
    ALIVE,
    /** It died of an error that nobody caught. Another of the engine's threads replaces it after its next run. */
    DIED,
    /** The engine was closed. */
    STOPPED
}
