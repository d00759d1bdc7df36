package io.github.ordertimeout.simulation;

import java.util.ArrayList;
import java.util.List;

/** A readable list of steps. Off while seeds are tried by the thousand; a run that failed is run again with it. */
final class Trace {
    private final boolean on;
    private final Scheduler scheduler;
    private final List<String> lines = new ArrayList<>();

    Trace(boolean on, Scheduler scheduler) {
        this.on = on;
        this.scheduler = scheduler;
    }

    boolean isOn() {
        return on;
    }

    void add(Actor actor, String what) {
        if (on) {
            lines.add(String.format("%10.3f s  %-24s %s", scheduler.now() / 1e9, actor, what));
        }
    }

    List<String> lines() {
        return lines;
    }
}
