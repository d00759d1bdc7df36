package io.github.ordertimeout.standalone.demo;

import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.Formats;
import io.github.ordertimeout.standalone.terminal.Terminals;
import java.util.Map;

/** How far the work is: a bar on a terminal, a plain line now and then elsewhere. Thread-safe. */
public abstract class Progress {
    private int total;
    private int done;

    /** Says nothing. */
    public static Progress silent() {
        return new Progress() {
            @Override
            void show(int done, int total) {}
        };
    }

    /** A bar where the console is a terminal, else plain lines. */
    public static Progress on(Console console, Map<String, String> environment) {
        return Terminals.isTerminal(environment) ? new Bar(console) : new Lines(console);
    }

    /** So many orders are to be looked at. */
    final synchronized void begin(int orders) {
        total = orders;
        done = 0;
        show(0, total);
    }

    /** One more order is settled; more than there were are not counted. */
    final synchronized void step() {
        if (done < total) {
            done++;
            show(done, total);
        }
    }

    abstract void show(int done, int total);

    private static final class Lines extends Progress {
        private static final int EVERY = 500;

        private final Console console;

        private Lines(Console console) {
            this.console = console;
        }

        @Override
        void show(int done, int total) {
            if (done > 0 && (done % EVERY == 0 || done == total)) {
                console.line("  " + Formats.count(done) + " of " + Formats.count(total) + " overdue orders settled");
            }
        }
    }

    private static final class Bar extends Progress {
        private static final int WIDTH = 40;

        private final Console console;
        private int shown = -1;

        private Bar(Console console) {
            this.console = console;
        }

        @Override
        void show(int done, int total) {
            int percent = total == 0 ? 100 : done * 100 / total;
            if (percent == shown) {
                return;
            }
            shown = percent;
            int full = percent * WIDTH / 100;
            console.out()
                    .print("\r  [" + "#".repeat(full) + "-".repeat(WIDTH - full) + "] " + percent + " %  "
                            + Formats.count(done) + " of " + Formats.count(total));
            if (done >= total) {
                console.out().println();
            }
            console.out().flush();
        }
    }
}
