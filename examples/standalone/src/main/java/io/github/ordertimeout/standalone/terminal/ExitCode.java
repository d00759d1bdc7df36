package io.github.ordertimeout.standalone.terminal;

/** How a run ended, for whoever called it. */
public enum ExitCode {
    /** Done and sound. */
    SOUND(0),
    /** Done, but something failed, or there is no such order. */
    FAILED(1),
    /** Bad usage, configuration or connection: nothing was done. */
    REFUSED(2);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    /** The process's exit code. */
    public int number() {
        return number;
    }
}
