package io.github.ordertimeout.standalone;

import io.github.ordertimeout.standalone.terminal.ExitCode;

/** What the runner can do. */
@FunctionalInterface
interface Command {
    ExitCode run(Invocation invocation);
}
